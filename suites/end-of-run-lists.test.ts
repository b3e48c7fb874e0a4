/** What suites/end-of-run.ts makes of lists and of reads at the end of a run. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/http/exchange.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import { onReply, remembering, withStatus } from '../src/reference/changes.ts';
import type { RequirementId } from '../src/spec/catalogue.ts';
import { type Change, judged } from './testing/judged.ts';

/** Makes another reply of one; `nth`: how many of its operation came before. */
type Otherwise = (reply: Reply, call: Call, nth: number) => Reply;

/** Changes the replies to the key from the first call on with which it begins. */
const since =
  (beginning: () => (call: Call) => boolean) =>
  (otherwise: Otherwise): Change =>
    remembering(() => {
      const begins = beginning();
      let hasBegun = false;
      const many = new Map<string, number>();
      return onReply((reply, call) => {
        hasBegun ||= begins(call);
        if (!hasBegun || call.headers.authorization === undefined) return reply;
        const nth = many.get(`${call.operation}`) ?? 0;
        many.set(`${call.operation}`, nth + 1);
        return otherwise(reply, call, nth);
      });
    });

const isList = ({ operation }: Call) => operation === 'listPets';
const held = (reply: Reply): Reply => ({ ...reply, heldMs: 60_000 });
const heldLists: Otherwise = (reply, call) => (isList(call) ? held(reply) : reply);
const noList = onReply((reply, call) => heldLists(reply, call, 0));
const told = ({ caller, operation, request, response }: Exchange) =>
  `${caller} ${operation} ${request.url.replace(/.*\/pets/, '')} ${response?.status}`;

/** How a check ends, its evidence, and what the run asked. */
async function ended(
  id: RequirementId,
  title: string,
  change: Change,
  besides: readonly RequirementId[] = [],
) {
  const { check, exchanges } = await judged(id, { change }, besides);
  const { outcome, message, exchanges: evidence } = check(title);
  return { outcome, message, evidence: evidence.map(told), asked: exchanges.map(told) };
}

describe('a list with the key, after callers without it', () => {
  const title = 'a list with the key, after callers without it';
  const listed = (
    change: Change,
    besides: readonly RequirementId[] = ['auth.missing-key', 'get.stays'],
  ) => ended('list.returns-pets', title, change, besides);
  const none = {
    outcome: 'not-applicable',
    message: 'no list was asked for after a caller without a key',
    evidence: [],
  };
  const isWhole = ({ query }: Call) => query.get('limit') === '100';

  /** From the first call without the key on. */
  const sinceRefusal = since(
    () =>
      ({ headers }) =>
        headers.authorization === undefined,
  );
  const refusedIf = (isRefused: (call: Call, nth: number) => boolean) =>
    sinceRefusal((reply, call, nth) =>
      isList(call) && isRefused(call, nth) ? withStatus(reply, 401) : reply,
    );

  test('is the last one of the run', async () => {
    expect(await listed(() => ({}))).toMatchObject({
      outcome: 'passed',
      evidence: ['authenticated listPets ?limit=100 200'],
    });
  });

  test.each<[string, Change, (readonly RequirementId[])?]>([
    ['nobody else asked', () => ({}), ['get.stays']],
    ['others asked last', () => ({}), ['auth.missing-key']],
    ['no list was answered', noList],
    [
      'others were answered otherwise',
      onReply((reply) => (reply.status === 401 ? withStatus(reply, 403) : reply)),
    ],
    ['the last one was not answered', sinceRefusal(heldLists)],
  ])('is none if %s', async (_, change, besides) => {
    expect(await listed(change, besides)).toMatchObject(none);
  });

  test('fails if the same list is refused, and another one served, each time', async () => {
    const { outcome, message, asked } = await listed(refusedIf(isWhole));
    expect(outcome).toBe('failed');
    expect(message).toMatch(
      /^expected: 200, as the key opens another list over another connection/,
    );
    const [same, other] = [
      'authenticated listPets ?limit=100 401',
      'authenticated listPets ?limit=99 200',
    ];
    const ofLists = asked.filter((one) => one === same || one === other);
    expect(ofLists).toEqual([same, same, other, same, other]);
  });

  test.each<[string, (call: Call, nth: number) => boolean]>([
    ['is served now', (call, nth) => isWhole(call) && nth === 0],
    ['is refused with every other one', () => true],
    ['is served the third time', (call, nth) => isWhole(call) && nth < 3],
  ])('tells nothing if it %s: the caller may be locked out for a time', async (_, isRefused) => {
    expect(await listed(refusedIf(isRefused))).toMatchObject({
      outcome: 'not-applicable',
      message: 'who sent wrong keys may be locked out for a time',
    });
  });
});
