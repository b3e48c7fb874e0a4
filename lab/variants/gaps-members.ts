import { isLosslessNumber } from 'lossless-json';
import { type Behaviour, Refusal, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import {
  type Change,
  membersOf,
  onReply,
  remembering,
  together,
} from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** The `id` that a creation carries, if it is an int64. */
const clientId = (call: Call) => {
  const id = membersOf(call.body)?.id;
  return isLosslessNumber(id) ? readInt64(id.toString()) : undefined;
};

/** Refuses a body with an id, whatever else is wrong with it. */
const refusingIds =
  (refusal: Refusal): Change =>
  ({ newAnimal }: Behaviour) => ({
    newAnimal: (call) => (clientId(call) === undefined ? newAnimal(call) : refusal),
  });

const isStopped = ({ body }: Call) => body.includes('"conformance":');

const known = ['name', 'categoryId', 'status'];

/** What may become of an id in a creation, and of members that the schema does not name (section 2). */
export const memberGaps: readonly Variant[] = [
  {
    id: 'gap.client-id-taken',
    title: 'takes the id that a client sends, unless an animal has it',
    change: ({ newId }) => ({
      newId: (store, call) => {
        const id = clientId(call);
        return id === undefined || store.get(id) ? newId(store, call) : id;
      },
    }),
  },
  {
    id: 'gap.client-id-conflicts',
    title: 'takes the id that a client sends, and answers 409 if an animal has it',
    change: together(
      ({ newId }) => ({ newId: (store, call) => clientId(call) ?? newId(store, call) }),
      remembering(() => {
        const given = new Set<bigint>();
        return ({ keep, newAnimal }) => ({
          keep: (animal, call) => {
            given.add(animal.id);
            return keep(animal, call);
          },
          newAnimal: (call) => {
            const id = clientId(call);
            const taken = id !== undefined && given.has(id);
            return taken ? new Refusal(409, 'conflict', 'The id is taken.') : newAnimal(call);
          },
        });
      }),
    ),
  },
  {
    id: 'gap.members-stopped-by-a-filter',
    title:
      'stops a member that nobody described at a filter before the service: a page of HTML, and no rate headers',
    change: together(
      ({ newAnimal }) => ({
        newAnimal: (call) =>
          isStopped(call) ? new Refusal(400, 'stopped', 'Stopped.') : newAnimal(call),
      }),
      onReply((reply, call) =>
        reply.status === 400 && isStopped(call)
          ? { status: 400, headers: { 'Content-Type': 'text/html' }, text: '<h1>Bad Request</h1>' }
          : reply,
      ),
    ),
  },
  {
    id: 'gap.client-id-refused',
    title: 'refuses a body with an id',
    change: refusingIds(new Refusal(400, 'invalid_request', 'id')),
  },
  {
    id: 'gap.client-id-403',
    title: 'answers 403 to a body with an id, whatever else is wrong with it',
    change: refusingIds(new Refusal(403, 'forbidden', 'Ids are given by the service.')),
  },
  {
    id: 'gap.extra-properties-422',
    title: 'answers 422 to members that the schema does not name, whatever else is wrong',
    change: ({ newAnimal }) => ({
      newAnimal: (call) =>
        Object.keys(membersOf(call.body) ?? {}).every((name) => known.includes(name))
          ? newAnimal(call)
          : new Refusal(422, 'unknown_member', 'There is no such member.'),
    }),
  },
];
