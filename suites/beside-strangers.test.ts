import { describe, expect, test } from 'vitest';
import type { Reply } from '../src/reference/call.ts';
import { type Change, judged } from './testing/judged.ts';

/** A read with the key: how many there were before it, and the callers without a key before and since. */
interface Read {
  readonly earlier: number;
  readonly strangers: number;
  readonly since: number;
}

/** Holds each read with the key for a while, and sends it with the status that is due then, if any. */
const readsGet =
  (due: (read: Read) => number | undefined): Change =>
  ({ authorized }) => {
    let [strangers, reads] = [0, 0];
    return {
      finish(reply, call) {
        if (!authorized(call)) strangers += 1;
        if (!authorized(call) || call.operation !== 'getPet') return reply;
        const [before, earlier] = [strangers, reads];
        reads += 1;
        const held: Reply = {
          ...reply,
          heldMs: 20,
          // Asked for when the reply is sent.
          get status() {
            const since = strangers - before;
            return due({ earlier, strangers: before, since }) ?? reply.status;
          },
        };
        return held;
      },
    };
  };

const base = '/pets/7/v1';

/** Ids of several digits, at an address that looks like that of an animal. */
const numbered =
  (change: Change): Change =>
  (behaviour) => ({
    newId: (...made) => 1200n + behaviour.newId(...made),
    ...change(behaviour),
  });

/** How the check ends, and what it asks for, in the order of answers. */
async function beside(change: Change) {
  const options = { change: numbered(change), basePath: base };
  const { check, exchanges } = await judged('get.found', options, ['auth.missing-key']);
  // The last creation is followed by a read of it, and then by this check.
  const last = exchanges.findLastIndex(({ operation }) => operation === 'createPet');
  const asked = exchanges.slice(last + 1).filter(({ request }) => !request.url.endsWith(ofLast));
  return {
    ...check('an animal that is read while others ask without a key'),
    asked: asked.map(({ caller, request: { url }, response }) =>
      [caller === 'stranger' ? 'without a key' : '', url.split(base)[1], response?.status]
        .join(' ')
        .trim(),
    ),
  };
}

/** The animal that is created at the end. */
const ofLast = '/pets/1227';

/** What callers without a key have asked for before the check: a creation, a list and a read. */
const usual = 3;

describe('a read that is refused beside callers without a key', () => {
  test.each([401, 403])('with %i, fails if it is so again, and not alone', async (status) => {
    const told = await beside(readsGet(({ since }) => (since > 0 ? status : undefined)));
    const alone = Array.from({ length: 3 }, () => '/pets/1203 200');
    expect(told).toMatchObject({
      outcome: 'failed',
      asked: [...alone, 'without a key /pets 401', `/pets/1203 ${status}`, ...alone],
    });
  });

  test.each<[string, (read: Read) => boolean, readonly string[]]>([
    ['read before', ({ earlier }) => earlier === 0, []],
    // A list tells whether the key has expired.
    ['read after', ({ earlier }) => earlier === 8, ['/pets?limit=1 200']],
  ])('shows nothing if the key is refused a %s them, too', async (_, isRefused, asked) => {
    const told = await beside(
      readsGet((read) => (read.since > 0 || isRefused(read) ? 401 : undefined)),
    );
    expect(told).toMatchObject({ outcome: 'not-applicable', asked });
  });

  test.each<[string, (read: Read) => boolean]>([
    ['is not refused again', ({ strangers, since }) => since > 0 && strangers < usual],
    ['is refused alone, too', ({ strangers, since }) => since > 0 || strangers > usual],
  ])('is excused if it %s', async (_, isRefused) => {
    const told = await beside(readsGet((read) => (isRefused(read) ? 401 : undefined)));
    expect(told.outcome).toBe('not-applicable');
    expect(told.asked).toHaveLength(8);
  });
});
