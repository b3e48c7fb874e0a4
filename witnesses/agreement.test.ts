/**
 * Whether the reference and `schemas/openapi.json` agree, as Stoplight Prism sees it: its validating proxy
 * stands before the reference, and writes what breaks the description into a header of the answer.
 */
import type { Har } from 'har-format';
import { afterEach, expect, test } from 'vitest';
import { faults } from '../src/reference/faults.ts';
import { startReference } from '../src/reference/server.ts';
import { descriptionFile, judge, program, serverOf, stopServers } from './processes.ts';

const prism = program('@stoplight/prism-cli/dist/index.js');

const description = descriptionFile();

afterEach(stopServers);

/** A core run through the proxy, of the reference with faults of the lab, if any. */
async function throughPrism(...ids: readonly string[]) {
  const changes = faults.filter(({ id }) => ids.includes(id)).map(({ change }) => change);
  const reference = await startReference({
    change: (base) => Object.assign({}, ...changes.map((change) => change?.(base))),
  });
  const upstream = reference.baseUrl.replace(/\/v1$/, '');
  const proxy = await serverOf((port) => [
    ...[prism, 'proxy', description, upstream],
    ...['--port', port, '--validate-request=false'],
  ]);
  const judged = await judge(proxy);
  await reference.close();
  return { ...judged, violations: violationsIn(judged.traffic) };
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** What breaks the description in the answers, each once, without the places in lists. */
function violationsIn({ log }: Har): string[] {
  const all = log.entries.flatMap(({ response }) => {
    const found = response.headers.find(({ name }) => name.toLowerCase() === 'sl-violations');
    const violations: readonly Violation[] = JSON.parse(found?.value ?? '[]');
    return violations
      .filter(({ location }) => location[0] === 'response')
      .map(({ message }) => `${response.status}: ${message.replace(/ \d+\./, ' ')}`);
  });
  return [...new Set(all)].sort();
}

/** Prism takes `format: int64` for a bound of 2^53 - 1; section 2 and JSON Schema know none such. */
const int64Bound = /categoryId must be <= 9007199254740991$/;

test('Prism finds nothing in the reference that breaks the description', async () => {
  const { violations, traffic, failed } = await throughPrism();
  expect(violations.filter((one) => !int64Bound.test(one))).toEqual([]);
  expect(traffic.log.entries.length).toBeGreaterThan(100);
  // What Prism itself does to the traffic, and the suite sees; checked by hand against the exchanges.
  expect(failed).toEqual([
    'create.keeps-values', // Prism reads numbers as doubles: 3134171686525003637 comes back as ...4000.
    'create.invalid-body', // Prism takes the JSON out of a string and hands on the object in it.
    'error.fields', // Prism answers JSON that breaks off itself, and puts the members under `error`.
    'rate.limit-header', // Prism's own 400 has none of the three headers.
    'rate.remaining-header', // as above
    'rate.reset-header', // as above
  ]);
});

test('Prism sees faults of a body, of an error and of a header', async () => {
  const { violations } = await throughPrism(
    'pet.status-adopted',
    'error.status-as-text',
    'rate.limit-missing-for-missing',
  );
  for (const expected of [
    /^201: .* status must be equal to one of the allowed values/,
    /^404: .* status must be integer$/,
    /^404: Response header must have required property 'x-ratelimit-limit'$/,
  ]) {
    expect(violations).toContainEqual(expect.stringMatching(expected));
  }
});
