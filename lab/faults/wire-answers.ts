import { int64 } from '../../src/catalogue/operations.ts';
import { payloadOf, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import {
  type Change,
  faultsOf,
  inAnswers,
  membersOf,
  remembering,
  together,
  withStatus,
} from '../../src/reference/changes.ts';
import type { Store } from '../../src/reference/store.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { answeringWith } from '../wire-changes.ts';

const asked = ({ petId }: Call) => readInt64(petId);

/** Answers getPet differently if no animal has the id. */
const notFound = (which: (id: bigint) => boolean, change: (reply: Reply) => Reply): Change =>
  inAnswers('getPet', 404, (reply, call) => {
    const id = asked(call);
    return id !== undefined && which(id) ? change(reply) : reply;
  });

const as = (status: number) => (reply: Reply) => withStatus(reply, status);

/** Finds another animal if none has the id. */
const findingElse =
  (other: (store: Store, id: bigint) => bigint | undefined): Change =>
  ({ find }) => ({
    find: (store, call) => {
      const found = find(store, call);
      const id = found ? undefined : asked(call);
      const instead = id === undefined ? undefined : other(store, id);
      return instead === undefined ? found : store.get(instead);
    },
  });

const isSmall = (id: bigint) => id >= 0n && id < 2n ** 31n;
const idsOf = (store: Store) => store.all().map(({ id }) => id);
const lastOf = (store: Store) => idsOf(store).at(-1);

/** Gives ids with gaps between them. */
const idsInTens: Change = () => ({ newId: (store) => 10n * (BigInt(store.size) + 1n) });

const page = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': 'text/html' },
  text: '<!doctype html><title>Not found</title>',
});

// Small ids that no animal has: 0, the next one, those between, those within 32 bits.
const smallIds = [
  ...faultsOf('get.not-found', {
    'wire.first-for-id-0': [
      'takes 0 for no id, and gives the first animal',
      findingElse((store, id) => (id === 0n ? idsOf(store)[0] : undefined)),
    ],
    'wire.id-0-crashes': ['fails for the id 0: 500', notFound((id) => id === 0n, as(500))],
    'wire.list-for-id-0': [
      'takes 0 for no id, and lists animals',
      notFound(
        (id) => id === 0n,
        (reply) => ({ ...reply, status: 200, body: [] }),
      ),
    ],
    'wire.small-unknown-id-crashes': [
      'refuses ids beyond 32 bits in its router, and fails for others that nobody has: 500',
      notFound(isSmall, as(500)),
    ],
    'wire.null-for-small-unknown-id': [
      'refuses ids beyond 32 bits in its router, and answers others that nobody has with null',
      notFound(isSmall, (reply) => ({ ...reply, status: 200, body: null })),
    ],
    'wire.no-content-for-small-unknown-id': [
      'refuses ids beyond 32 bits in its router, and answers others that nobody has with 204',
      notFound(isSmall, ({ headers }) => ({ status: 204, headers })),
    ],
    'wire.empty-for-small-unknown-id': [
      'refuses ids beyond 32 bits in its router, and gives an animal without members for others',
      notFound(isSmall, (reply) => ({ ...reply, status: 200, body: {} })),
    ],
    'wire.newest-for-next-id': [
      'gives the newest animal for the id after its own, counting from 0 and from 1',
      findingElse((store, id) => (id === (lastOf(store) ?? 0n) + 1n ? lastOf(store) : undefined)),
    ],
    'wire.next-id-crashes': [
      'reads one place past the end of its animals for the next id: 500',
      ({ find, finish }) => {
        let next: bigint | undefined;
        return {
          find: (store, call) => {
            next = (lastOf(store) ?? 0n) + 1n;
            return find(store, call);
          },
          finish: (reply, call) =>
            finish(
              reply.status === 404 && asked(call) === next ? withStatus(reply, 500) : reply,
              call,
            ),
        };
      },
    ],
    'wire.next-animal-for-id-between': [
      'looks for the first animal that has the id or a larger one',
      together(
        idsInTens,
        findingElse((store, id) => idsOf(store).find((one) => one > id)),
      ),
    ],
    'wire.greatest-id-crashes': [
      'looks for ids below the next one, which the greatest int64 does not have: 500',
      notFound((id) => id === int64.max, as(500)),
    ],
    'wire.found-at-second-asking': [
      'caches that there is no animal, and answers null from the cache the second time',
      remembering(() => {
        const seen = new Set<bigint>();
        return inAnswers('getPet', 404, (reply, call) => {
          const id = asked(call) ?? 0n;
          const again = seen.has(id);
          seen.add(id);
          return again ? { ...reply, status: 200, body: null } : reply;
        });
      }),
    ],
  }),
  ...faultsOf(['error.fields', 'media.json'], {
    'wire.page-for-id-0': [
      'has a route for ids from 1, and answers 0 with the page of its framework',
      notFound((id) => id === 0n, page),
    ],
  }),
];

const sentStatus = ({ body }: Call): string => {
  const value = membersOf(body)?.status;
  return typeof value === 'string' ? value : '';
};

/** Writes the body of a 400 by hand, and repeats the status that was sent. */
const echoing = (write: (value: string) => string | Buffer, when: RegExp): Change =>
  answeringWith(
    (call, { status, body }) => status === 400 && body !== undefined && when.test(sentStatus(call)),
    (reply, call) => ({ ...reply, text: write(sentStatus(call)) }),
  );

const byHand = (value: string) =>
  `{"code":"invalid_request","message":"There is no status ${value}.","status":400}`;

// A message that repeats what was sent breaks the JSON around it.
const echoes = faultsOf('error.fields', {
  'wire.echo-of-quotes': [
    'puts messages together by hand, and does not escape quotes in what was sent',
    echoing(byHand, /"/),
  ],
  'wire.echo-of-backslashes': [
    'puts messages together by hand, and does not escape backslashes in what was sent',
    echoing(byHand, /\\/),
  ],
  'wire.echo-of-line-breaks': [
    'puts messages together by hand, and does not escape line breaks in what was sent',
    echoing(byHand, /\n/),
  ],
  'wire.echo-cut-short': [
    'cuts errors after 200 bytes, in the middle of a message with what was sent',
    answeringWith(
      (call, { status }) => status === 400 && sentStatus(call).length > 150,
      (reply, call) => ({ ...reply, text: byHand(sentStatus(call)).slice(0, 200) }),
    ),
  ],
});

/** The reply cut to the length that a count of characters gives. */
const shortened = (reply: Reply): Reply => {
  const payload = payloadOf(reply).toString();
  return { ...reply, text: Buffer.from(payload).subarray(0, payload.length) };
};

// The Content-Length of answers counts characters instead of bytes.
const lengths = faultsOf('error.fields', {
  'wire.error-length-in-characters': [
    'counts characters for the length of an error, which may repeat what was sent',
    echoing(
      (value) => shortened({ status: 400, headers: {}, text: byHand(value) }).text ?? '',
      /[\u0080-\uffff]/,
    ),
  ],
});

/** Sections 4.3 and 7: ids that no animal has, and errors. */
export const wireAnswerFaults: readonly Fault[] = [...smallIds, ...echoes, ...lengths];
