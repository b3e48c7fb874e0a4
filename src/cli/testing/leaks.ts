/** For tests: looks for what must not get out. Written apart from src/secrets, so that both are not wrong alike. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nearMisses } from '../../http/credential.ts';
import { foreignKey } from '../../run/values/foreign-key.ts';
import { operationNames } from '../../spec/operations.ts';

/** The key, its halves, and every wrong key that the suite makes of it, each in small letters. */
export function secretsOf(key: string, seed: number): string[] {
  const half = Math.floor(key.length / 2);
  const made = [
    ...(['first', 'last'] as const).flatMap((end) => nearMisses(key, end)),
    ...operationNames.map((operation) => ({ credential: foreignKey(key, seed, operation) })),
  ].map(({ credential }) => credential.headers[0]?.header[1].replace('Bearer ', '') ?? '');
  const whole = [key, ...made];
  const halves = [key.slice(0, half), key.slice(half), key.slice(0, -half), key.slice(-half)];
  const encoded = [...whole, ...halves, `${key}:${key}`].map((one) =>
    Buffer.from(one).toString('base64').replace(/=+$/, ''),
  );
  return [...new Set([...whole, ...halves, ...encoded].map((one) => one.toLowerCase()))];
}

/** The secrets that are in a text, in whatever way it is read. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  const readings = readingsOf(text).map((one) => one.toLowerCase());
  return secrets.filter((secret) => readings.some((one) => one.includes(secret)));
}

function readingsOf(text: string): string[] {
  const readings = [text];
  for (let level = 0; level < 4; level += 1) {
    const next = unescaped(readings.at(-1) ?? '');
    if (next === readings.at(-1)) break;
    readings.push(next);
  }
  return [...readings, ...unpacked(text), ...unpacked(readings.at(-1) ?? '')];
}

function unescaped(text: string): string {
  const character = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return text
    .replace(/%([0-7][\da-f])/gi, character)
    .replace(/\\u([\da-f]{4})/gi, character)
    .replace(/\\x([\da-f]{2})/gi, character)
    .replace(/\\u\{([\da-f]{1,6})\}/gi, character)
    .replace(/\\([0-7]{3})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 8)),
    )
    .replace(/&#x([\da-f]{1,6});?/gi, character)
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => String.fromCharCode(Number(digits)))
    .replace(/""/g, '"')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\\([^\w\s])/g, '$1');
}

/** What is in lists of numbers, in hexadecimal, and in Base64, wherever it begins. */
function unpacked(text: string): string[] {
  const lists = text.match(/\b(?:\d{1,3}(?:, ?| |%2C(?:%20)?)){5,}\d{1,3}\b/gi) ?? [];
  const digits = text.match(/(?:[\da-f]{2}){6,}/gi) ?? [];
  const runs = [text, text.replace(/(?<=[\w+/=-]{6}) /g, '')].flatMap(
    (one) => one.match(/[\w+/-]{8,}/g) ?? [],
  );
  return [
    lists.map((list) => String.fromCharCode(...list.split(/\D+/).map(Number))).join('\n'),
    digits.map((run) => Buffer.from(run, 'hex').toString('latin1')).join('\n'),
    ...[0, 1, 2, 3].map((from) =>
      runs.map((run) => Buffer.from(run.slice(from), 'base64').toString('latin1')).join('\n'),
    ),
  ];
}

/** Every file below a folder with its contents, bytes taken as Latin-1; also the names are text. */
export function filesBelow(folder: string): { readonly path: string; readonly text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() ? [{ path: name, text: readFileSync(path, 'latin1') }] : [];
  });
}
