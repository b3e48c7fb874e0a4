import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { type Clock, systemClock } from '../../src/http/clock.ts';
import { packageRoot } from '../../src/package/package.ts';
import { startReference } from '../../src/reference/server.ts';
import { renderOutcome } from '../../src/report/console.ts';
import { harSchema } from '../../src/report/testing/artefact-schemas.ts';
import { formats } from '../../src/report/write.ts';

import { judgeAt, settingsWith } from '../trial.ts';
import { hostileKey, rawPeer } from './peer.ts';
import { type RawAnswer, rawAnswer } from './testing/raw-answers.ts';

// FUZZ_RUNS=1000 FUZZ_SEED=5 npx vitest run lab/hostile/fuzz.test.ts
const { FUZZ_RUNS = '16', FUZZ_SEED = '1' } = process.env;

/** Raw answers, and at which requests: all, or now and then between those of a conformant server. */
interface Script {
  readonly answers: readonly RawAnswer[];
  readonly every: number;
  readonly from: number;
}

const script: fc.Arbitrary<Script> = fc.record({
  answers: fc.array(rawAnswer, { minLength: 1, maxLength: 8 }),
  every: fc.constantFrom(1, 1, 2, 3, 7),
  from: fc.constantFrom(0, 1, 5, 40),
});

/** A pause is no longer than this, whatever was asked for. */
const quick: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 10), signal),
};

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const reportSchema: unknown = JSON.parse(
  readFileSync(join(packageRoot, 'schemas/report.schema.json'), 'utf8'),
);
if (typeof reportSchema !== 'object' || reportSchema === null) throw new Error('no schema');

const validators: Readonly<Record<string, (text: string) => void>> = {
  'conformance.json': validJson(reportSchema),
  'traffic.har': validJson(harSchema),
  'junit.xml': validXml,
  'badge.svg': validXml,
  'conformance.html': (html) => {
    const own = html.replace(/<script>.*?<\/script>/gs, '');
    expect(html.length - own.length).toBeGreaterThan(0);
    expect(own).not.toMatch(/<(script|img|iframe|object|embed)\b|\son\w+=["']/i);
  },
  'conformance.md': (text) => {
    const prose = text.replace(/^(`{3,})text\n.*?^\1$/gms, '');
    expect(prose).not.toMatch(/<(script|img)/i);
  },
};

test('whatever a peer sends, a run ends, finds no defect of its own, and writes valid artefacts', async () => {
  expect(Object.keys(validators).sort()).toEqual(formats.map(({ name }) => name).sort());
  const scripts = fc.sample(script, { numRuns: Number(FUZZ_RUNS), seed: Number(FUZZ_SEED) });
  // Most of them wait most of the time.
  const limit = pLimit(8);
  const ended = scripts.map((played, at) =>
    limit(() =>
      endsWell(played).catch((error: unknown) => {
        throw new Error(`script ${at} of seed ${FUZZ_SEED}, ${fc.stringify(played)}`, {
          cause: error,
        });
      }),
    ),
  );
  await Promise.all(ended);
}, 3_600_000);

async function endsWell(played: Script): Promise<void> {
  const reference = await startReference({ apiKey: hostileKey });
  const peer = await playing(played, reference.baseUrl)();
  const settings = settingsWith(
    { baseUrl: peer.baseUrl, apiKey: hostileKey, seed: 1 },
    { profile: 'full', plan: 'unknown', timeout: 0.15, maxWait: 0.3, grace: 0.1 },
  );
  const startedAt = performance.now();
  try {
    const { record, report } = await judgeAt(settings, quick);
    expect(record.defects).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    for (const { name, render } of formats) {
      const text = render(report, record.exchanges);
      expect(text.toLowerCase(), name).not.toContain(hostileKey.toLowerCase());
      validators[name]?.(text);
    }
    const shown = renderOutcome(report, record.exchanges, { color: false, written: [], exit: 0 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may reach the terminal.
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  } finally {
    await peer.close();
    await reference.close();
  }
}

/** The script's answers; the reference server's at the other requests. */
function playing({ answers, every, from }: Script, conformant: string) {
  return rawPeer(({ sequence, socket, text }) => {
    const turn = sequence - from;
    const answer =
      turn > 0 && turn % every === 0 ? answers[(turn / every) % answers.length] : undefined;
    if (answer === undefined) return relay(text, socket, Number(new URL(conformant).port));
    socket.write(answer.bytes);
    if (answer.after === 'close') socket.end();
    if (answer.after === 'reset') socket.resetAndDestroy();
  });
}

function relay(text: string, socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  onward.on('error', () => socket.destroy());
  onward.end(
    Buffer.from(text.replace(/\r\nconnection: [^\r]*/i, '\r\nConnection: close'), 'latin1'),
  );
  onward.pipe(socket);
}

function validJson(schema: object): (text: string) => void {
  const validate = ajv.compile(schema);
  return (text) => {
    const value: unknown = JSON.parse(text);
    validate(value);
    expect(validate.errors).toBeNull();
  };
}

function validXml(text: string): void {
  // XML 1.0, section 2.2: a document may hold no other character.
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(() => create(text)).not.toThrow();
}
