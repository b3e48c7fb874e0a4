/** Every command of README.md and docs/ is run, page by page, in an empty folder, as a reader would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathWithNpx } from '../src/cli/testing/npx.ts';
import { packageRoot } from '../src/package/package.ts';
import { changeOf } from '../src/reference/faults.ts';
import { type ReferenceOptions, startReference } from '../src/reference/server.ts';
import { petStatuses } from '../src/spec/animal.ts';

const path = pathWithNpx();

// So many that every requirement can be decided without creating any.
const animals = petStatuses.flatMap((status, kind) =>
  Array.from({ length: 30 }, (_, at) => {
    const id = BigInt(kind * 30 + at + 1);
    return { id, name: 'Inhabitant', categoryId: 1n, status };
  }),
);

/** What answers at the address that a page names; default: the reference server. */
const servers: Readonly<Record<string, () => ReferenceOptions>> = {
  'README.md': () => ({ plan: 'pro', windowMs: 5000 }),
  'docs/baseline.md': () => withFault('list.limit-one-too-many'),
  'docs/certificate.md': () => ({ plan: 'pro', windowMs: 5000 }),
};

/** Commands that a test cannot run inside itself, each with what runs it. */
const runElsewhere: readonly RegExp[] = [
  /^npm ci && npm (test|run conformance -- run --reference)\b/, // .ci/run
  /^npx (@redocly\/cli|@stoplight\/prism-cli|openapi-typescript)\b/, // other makers' tools
];

const pages = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((name) => commandsOf(name).length > 0);

test.each(pages)(
  'the commands of %s do what it says',
  async (page) => {
    const server = await startReference({ animals, ...servers[page]?.() });
    const port = await freePort();
    const lines = commandsOf(page).map((line) =>
      asStep(
        line
          .replaceAll('https://staging.example/v1', server.baseUrl)
          .replaceAll('8080', `${port}`)
          .replace(/^export PETSTORE_API_KEY=\.\.\./, `export PETSTORE_API_KEY=${server.apiKey}`),
      ),
    );
    try {
      expect(await bash([prelude, ...lines].join('\n'), server.apiKey)).toEqual({
        status: 0,
        printed: '',
      });
    } finally {
      await server.close();
    }
  },
  // Full runs wait for the rate limit, and a page has up to a dozen commands.
  300_000,
);

const withFault = (id: string): ReferenceOptions => ({ change: changeOf(id) });

/** The lines of the `sh` blocks of a page, continued ones joined. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(packageRoot, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) =>
      block
        .replaceAll('\\\n', ' ')
        .replaceAll(/\n(?=# exits with)/g, '   ')
        .split('\n'),
    )
    .filter((line) => line.trim() !== '' && !runElsewhere.some((known) => known.test(line)));
}

const prelude = `set -u
pids=()
trap 'kill "\${pids[@]}" 2>/dev/null' EXIT
step() { # status due, command
  eval "$2" > out 2>&1
  local status=$?
  [ "$status" = "$1" ] && return
  { echo "exit $status, not $1: $2"; cat out; } >&2
  exit 1
}
serve() { # command, port
  # In place of the shell, so that the signal at the end reaches it.
  eval "exec env $1" > out 2>&1 &
  pids+=($!)
  until (: < "/dev/tcp/127.0.0.1/$2") 2>/dev/null; do sleep 0.1; done
}`;

/** A line of a page as a step that ends the script where its exit status is not the one due. */
function asStep(line: string): string {
  const [, command = line, status = '0'] = /^(.*\S)\s+# exits with (\d+)/.exec(line) ?? [];
  const quoted = `'${command.replaceAll("'", "'\\''")}'`;
  const [, port] = / serve .*--port (\d+)/.exec(line) ?? [];
  return port === undefined ? `step ${status} ${quoted}` : `serve ${quoted} ${port}`;
}

async function bash(script: string, key: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'docs-'));
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: { PATH: path, HOME: cwd, PETSTORE_API_KEY: key },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  return { status, printed };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
