import { expect, test } from 'vitest';
import { mostGiven } from '../disk/read-given.ts';
import { allFields } from '../http/budget.ts';
import { exchange, response } from '../report/testing/sample.ts';
import { mostRequests } from '../settings/settings-table.ts';
import { jsonText, writtenBytes } from '../text/visible.ts';
import { Kept, withRoom } from './exchanges.ts';

/** Bytes of an exchange in the archive without the header fields and the body of its answer. */
const ownPart = 2300;

const answered = (body: string, truncated = false) =>
  exchange(0, { response: response({ body, truncated }) });

/** The exchange as it is kept. */
function kept(one: Kept, body: string, truncated = false) {
  const whole = answered(body, truncated);
  return withRoom(whole, one.roomFor(whole)).response;
}

test('bodies are kept whole while there is room; then long ones are cut and marked, and short ones are not', () => {
  const one = new Kept();
  const long = 'é'.repeat(170_000);
  for (let at = 0; at < 4; at += 1) expect(kept(one, long)?.truncated).toBe(false);
  const cut = kept(one, long);
  expect([cut?.body.length, cut?.truncated]).toEqual([Math.floor(2048 / 6), true]);
  expect(kept(one, 'short')).toMatchObject({ body: 'short', truncated: false });
});

test('the longest responses of the most exchanges of a run leave room in the 24 MiB that are read', () => {
  const one = new Kept();
  const body = '\u00ad'.repeat(170_000);
  let bytes = allFields;
  for (let at = 0; at < mostRequests; at += 1) {
    bytes += Buffer.byteLength(jsonText(kept(one, body)?.body)) + ownPart;
  }
  expect(bytes).toBeLessThan(mostGiven);
});

test('no character takes more room in a file than is counted', () => {
  const text = 'a"\\#é犬🐕\u0001\u00ad\u202e\ud800\u{e0001}';
  for (const one of text) {
    expect(writtenBytes(one)).toBeGreaterThanOrEqual(Buffer.byteLength(jsonText(one)) - 2);
  }
});

test('only the beginning of a body that the client has cut is kept', () => {
  const cut = kept(new Kept(), 'a'.repeat(2_000_000), true);
  expect([cut?.body.length, cut?.truncated]).toEqual([2048, true]);
});
