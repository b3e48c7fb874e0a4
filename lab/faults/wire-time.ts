import { isLosslessNumber } from 'lossless-json';
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { faultsOf, membersOf } from '../../src/reference/changes.ts';
import { fixedWindow } from '../../src/reference/quota.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { apart } from '../variants/quotas.ts';
import { breakingOffOn, droppingOn, mixing, silentOn, type Waiting } from '../wire-changes.ts';

const members = ({ body }: Call) => membersOf(body) ?? {};
const isRefused = (call: Call, { status }: Reply) => isA('createPet')(call) && status === 400;
const isCreated = (call: Call, { status }: Reply) => isA('createPet')(call) && status === 201;

// One ordinary question is never answered, and all others are.
const silences: readonly Fault[] = [
  ...faultsOf('create.invalid-category-id', {
    'wire.silent-on-category-of-text': [
      'waits forever for the category of a name',
      silentOn(
        (call, reply) => isRefused(call, reply) && typeof members(call).categoryId === 'string',
      ),
    ],
  }).map((fault) => ({ ...fault, settings: { timeout: 1 } })),
  ...faultsOf('create.invalid-status', {
    'wire.breaks-off-on-wrong-status': [
      'breaks off its answer to a status that it does not know',
      breakingOffOn((call, reply) => isRefused(call, reply) && isWrong(members(call).status)),
    ],
  }),
  ...faultsOf('create.status-values', {
    'wire.hangs-up-on-sold': [
      'breaks down over a new animal that is sold',
      droppingOn((call, reply) => isCreated(call, reply) && members(call).status === 'sold'),
    ],
  }),

  ...faultsOf('get.not-found', {
    'wire.hangs-up-on-unknown-animal': [
      'breaks down if getPet finds no animal',
      droppingOn((call, { status }) => isA('getPet')(call) && status === 404),
    ],
  }),
];

/** The reply of another call that waits at the same time. */
const replyOf = (
  waiting: readonly Waiting[],
  which: (one: Waiting) => boolean,
): Reply | undefined => waiting.find(which)?.reply;

// Each call alone is answered correctly; two at the same time share a variable.
const mixtures: readonly Fault[] = [
  ...faultsOf('get.found', {
    'wire.animals-mixed-up': [
      'keeps the animal that getPet found in a shared variable',
      mixing((reply, call, waiting) =>
        isA('getPet')(call) && reply.status === 200
          ? (replyOf(
              waiting,
              (one) =>
                isA('getPet')(one.call) &&
                one.call.petId !== call.petId &&
                one.reply.status === 200,
            ) ?? reply)
          : reply,
      ),
    ],
  }),

  ...faultsOf('rate.plan-limit', {
    'wire.counts-mixed-up': [
      'shows the limit of callers without a key to those with one, if both ask at the same time',
      mixing((reply, _, waiting) => {
        const other = replyOf(waiting, (one) => one.reply.status === 401);
        return other === undefined
          ? reply
          : { ...reply, headers: { ...reply.headers, ...limitsOf(other) } };
      }),
    ],
  }).map((fault) => ({
    ...fault,
    server: () => ({ quota: apart(fixedWindow(1000, 60_000), fixedWindow(100, 60_000)) }),
  })),
];

const limitsOf = ({ headers }: Reply): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-RateLimit')));

const isWrong = (status: unknown) =>
  (typeof status === 'string' || isLosslessNumber(status)) &&
  !petStatuses.some((one) => one === status);

/** Answers that never come, that belong to somebody else, or that an earlier call has changed. */
export const wireTimeFaults: readonly Fault[] = [...silences, ...mixtures];
