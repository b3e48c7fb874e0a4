import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { vi } from 'vitest';
import { packageRoot } from '../src/package/package.ts';
import { demoKey } from '../src/reference/server.ts';

/** The installed witnesses: `scripts/witness-test` puts them there. */
const installed = join(packageRoot, 'witnesses/node_modules');
const { PATH = '' } = process.env;
const children: ChildProcess[] = [];

/** A program of a witness, by its path under `node_modules`. */
export const program = (path: string): string => join(installed, path);

/** A new file with this JSON in it. */
export function jsonFile(name: string, value: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'witness-')), name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

interface Description {
  readonly paths: Readonly<Record<string, unknown>>;
}

/** A file with `schemas/openapi.json`, its paths below `/v1`: Prism looks for them at the root. */
export function descriptionFile(): string {
  const description: Description = JSON.parse(
    readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8'),
  );
  const moved = Object.entries(description.paths).map(([path, item]) => [`/v1${path}`, item]);
  return jsonFile('openapi.json', { ...description, paths: Object.fromEntries(moved) });
}

/** Starts a server as a process on a free port, and gives its base address once it answers. */
export async function serverOf(argv: (port: string) => readonly string[]): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [...argv(port)], { env: { PATH }, stdio: 'ignore' });
  children.push(child);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${argv(port).join(' ')} ended`);
      await fetch(`${baseUrl}/pets`);
    },
    { timeout: 60_000, interval: 100 },
  );
  return baseUrl;
}

/** Ends every process that was started here. */
export async function stopServers(): Promise<void> {
  for (const child of children.splice(0)) {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill()) await gone;
  }
}

/** None of the witnesses tells which port it was given, so 0 is no use to them. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? String(address.port) : '0';
}

/** What a core run said: requirements alone, as only they decide. */
export interface Judged {
  readonly verdict: string;
  readonly failed: readonly string[];
  readonly inconclusive: readonly string[];
}

interface Requirement {
  readonly id: string;
  readonly level: string;
  readonly outcome: string;
}

/** Runs the built program against the address, as a pipeline would. */
export async function judge(baseUrl: string): Promise<Judged & { readonly traffic: Har }> {
  const out = mkdtempSync(join(tmpdir(), 'witness-'));
  const main = join(packageRoot, 'dist/bundle/cli/main.js');
  const env = { PATH, PETSTORE_API_KEY: demoKey };
  const argv = [main, 'run', '--base-url', baseUrl, '--seed', '7', '--out', out];
  await once(spawn(process.execPath, argv, { cwd: out, env, stdio: 'ignore' }), 'close');
  const report: { readonly verdict: string; readonly requirements: readonly Requirement[] } =
    JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  const ids = (outcome: string) =>
    report.requirements
      .filter((requirement) => requirement.level === 'required' && requirement.outcome === outcome)
      .map(({ id }) => id);
  const traffic: Har = JSON.parse(readFileSync(join(out, 'traffic.har'), 'utf8'));
  const { verdict } = report;
  return { verdict, failed: ids('failed'), inconclusive: ids('inconclusive'), traffic };
}
