import { expect, test } from 'vitest';
import { mostGiven } from '../disk/read-given.ts';
import { exchange, response } from '../report/testing/sample.ts';
import { mostRequests } from '../settings/settings-table.ts';
import { Kept, withRoom, writtenBytes } from './exchanges.ts';

/** Bytes of an exchange in the archive without the head and body of its answer. */
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
  const long = 'é'.repeat(300_000);
  for (let at = 0; at < 4; at += 1) expect(kept(one, long)?.truncated).toBe(false);
  const cut = kept(one, long);
  expect([cut?.body.length, cut?.truncated]).toEqual([Math.floor(2048 / 3), true]);
  // With the room that it takes in a report.
  expect(kept(one, '\u0001'.repeat(450_000))?.body.length).toBe(Math.floor(2048 / 6));
  expect(kept(one, 'short')).toMatchObject({ body: 'short', truncated: false });
});

test('bodies of the most exchanges of a run, with ordinary heads, leave room in the 24 MiB that are read', () => {
  const one = new Kept();
  const [body, head] = ['\u0085'.repeat(300_000), 1024];
  let bytes = 0;
  for (let at = 0; at < mostRequests; at += 1) {
    bytes += writtenBytes(kept(one, body)?.body ?? '') + head;
  }
  bytes += mostRequests * ownPart;
  expect(bytes).toBeLessThan(mostGiven);
});

test('only the beginning of a body that the client has cut is kept', () => {
  const cut = kept(new Kept(), 'a'.repeat(2_000_000), true);
  expect([cut?.body.length, cut?.truncated]).toEqual([2048, true]);
});
