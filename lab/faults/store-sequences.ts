import {
  faultsOf,
  inAnswers,
  listing,
  pageOf,
  remembering,
  selecting,
  together,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { stocked } from '../store-changes.ts';

// The previous requests decide.
const sequences = [
  ...faultsOf('list.filter-with-limit', {
    'store.filter-forgotten-after-70-lists': [
      'drops its prepared queries after 70 lists, and lists without a filter from there on',
      remembering(() => {
        let lists = 0;
        return selecting((selection) => (++lists > 70 ? { limit: selection.limit } : selection));
      }),
    ],
  }),
  ...faultsOf('list.unique-ids', {
    'store.list-after-read-puts-it-on-top': [
      'puts the animal that was read last on top of the next list, and leaves it in its place',
      remembering(() => {
        let last: string | undefined;
        return together(
          inAnswers('getPet', 200, (reply, { petId }) => {
            last = petId;
            return reply;
          }),
          listing(({ page, selection, all }) => {
            const read = all.find(({ id }) => String(id) === last);
            last = undefined;
            const top = read && (!selection.status || read.status === selection.status);
            return top
              ? [read, ...pageOf(all, selection)].slice(0, selection.limit)
              : page(selection);
          }),
        );
      }),
    ],
  }),
];

/** Whether a call is the first one asked about on its connection. */
const firstOfConnection = () => {
  const known = new WeakSet<object>();
  return (connection: object): boolean => {
    const first = !known.has(connection);
    known.add(connection);
    return first;
  };
};

// What was left in a variable, for the key or for the connection.
const leftovers = [
  ...stocked(
    faultsOf('list.limit', {
      'store.limit-ignored-on-new-connections': [
        'reads the limit from the second list of a connection on',
        remembering(() => {
          const isFirst = firstOfConnection();
          return selecting((selection, { connection }) =>
            isFirst(connection) && selection.limit < 100 ? { ...selection, limit: 100 } : selection,
          );
        }),
      ],
    }),
  ),
];

/** Requests one after another. */
export const storeSequencesFaults: readonly Fault[] = [...sequences, ...leftovers];
