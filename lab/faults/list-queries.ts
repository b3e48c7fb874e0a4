/** Queries of lists: empty ones, exact sizes, and parameters read from the wrong place. Section 4.1. */
import { stringify } from 'lossless-json';
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { Refusal } from '../../src/reference/behaviour.ts';
import type { Reply } from '../../src/reference/call.ts';
import {
  animals,
  type Change,
  faultsOf,
  inAnswers,
  listing,
  onReply,
  pageOf,
  remembering,
  selecting,
} from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';

const isEmpty = (reply: Reply) => Array.isArray(reply.body) && reply.body.length === 0;

/** Answers empty lists with something else. */
const whenEmpty = (filtered: boolean, other: (reply: Reply) => Reply): Change =>
  inAnswers('listPets', 200, (reply, { query }) =>
    isEmpty(reply) && query.has('status') === filtered ? other(reply) : reply,
  );

const notFound = (reply: Reply): Reply => ({
  ...reply,
  status: 404,
  body: { code: 'not_found', message: 'No pets found.', status: 404 },
});

const matching = (all: readonly Animal[], status: string | undefined) =>
  all.filter((animal) => status === undefined || animal.status === status);

/** Lists differently if exactly as many animals match as the limit allows; `over`: that many fewer. */
const justEnough = (over: number, change: (page: readonly Animal[]) => readonly Animal[]): Change =>
  listing(({ page, selection, all }) => {
    const shown = page(selection);
    return matching(all, selection.status).length + over === selection.limit
      ? change(shown)
      : shown;
  });

/** A pattern with state: what matched at its last use does not match at the next. */
const everySecond = (): (() => boolean) => {
  let last = false;
  return () => {
    last = !last;
    return last;
  };
};

/** A store that holds animals, none of them sold. */
const withoutSold = { server: () => ({ animals: animals(12, (at) => petStatuses[at % 2]) }) };

export const listQueryFaults: readonly Fault[] = [
  ...faultsOf('list.returns-pets', {
    'query.no-match-null': [
      'answers null to a filter that no animal matches',
      whenEmpty(true, (reply) => ({ ...reply, body: null })),
    ],
    'query.no-match-204': [
      'answers 204 to a filter that no animal matches',
      whenEmpty(true, (reply) => ({ ...reply, status: 204, body: undefined })),
    ],
    'query.no-match-object': [
      'answers an object with a message to a filter that no animal matches',
      whenEmpty(true, (reply) => ({ ...reply, body: { message: 'No pets found.' } })),
    ],
  }),
  ...faultsOf('list.filter-with-limit', {
    'query.no-match-404': [
      'answers 404 to a filter that no animal matches',
      whenEmpty(true, notFound),
    ],
    'query.no-match-500': [
      'reads the first row of no rows: 500 to a filter that no animal matches',
      whenEmpty(true, (reply) => ({ ...notFound(reply), status: 500 })),
    ],
    'query.no-match-lists-all': [
      'lists all animals if none matches, so that nobody leaves with empty hands',
      listing(({ page, selection }) => {
        const found = page(selection);
        return found.length > 0 ? found : page({ limit: selection.limit });
      }),
    ],
    'query.no-match-in-new-store-404': [
      'answers 404 to a filter that no animal matches, on a store that was empty',
      whenEmpty(true, notFound),
    ],
  }),
  ...faultsOf('list.limit', {
    'query.empty-404': ['answers 404 while the store is empty', whenEmpty(false, notFound)],
    'query.cold-start': [
      'fails its first request, as the pool of connections is not there yet: 500',
      onReply((reply, { sequence }) =>
        sequence === 1
          ? { ...reply, status: 500, body: { code: 'x', message: 'x', status: 500 } }
          : reply,
      ),
    ],
  }),
  ...faultsOf(['list.status-filter', 'list.filter-with-limit'], {
    'query.none-shown-as-available': [
      'lists animals without a status as available if available ones are asked for',
      listing(({ page, selection, all }) =>
        selection.status === 'available'
          ? pageOf(
              all.map((animal) => ({ ...animal, status: animal.status ?? 'available' })),
              selection,
            )
          : page(selection),
      ),
    ],
    'query.none-shown-as-asked': [
      'lists animals without a status in each filtered list, in the status that is asked for',
      listing(({ page, selection, all }) => {
        const { status } = selection;
        return status === undefined
          ? page(selection)
          : pageOf(
              all.map((animal) => ({ ...animal, status: animal.status ?? status })),
              selection,
            );
      }),
    ],
    'query.status-within-document': [
      'looks for the word of the status in the whole text of an animal',
      listing(({ page, selection, all }) =>
        selection.status === undefined
          ? page(selection)
          : all
              .filter((animal) => stringify(animal)?.includes(selection.status ?? ''))
              .slice(0, selection.limit),
      ),
    ],
    'query.stateful-pattern': [
      'tests the status of a list with a pattern that remembers where it stopped: every second is refused',
      remembering(() => {
        const fits = everySecond();
        return selecting((selection) =>
          selection.status === undefined || fits()
            ? selection
            : new Refusal(400, 'invalid_request', 'Unknown status.'),
        );
      }),
    ],
  }),
  ...faultsOf('list.shows-animals', {
    'query.just-enough-empty': [
      'counts its pages wrongly if all fit on one: lists nothing if just as many match as are asked for',
      justEnough(0, () => []),
    ],
    'query.empty-page-cached': [
      'keeps a filtered page that was empty, and gives it for good',
      remembering(() => {
        const empty = new Set<string>();
        return listing(({ page, selection, call }) => {
          const key = call.query.toString();
          const shown = page(selection);
          if (selection.status !== undefined && shown.length === 0) empty.add(key);
          return empty.has(key) ? [] : shown;
        });
      }),
    ],
    'query.empty-at-limit-1-while-others-take-away': [
      'lists nothing for a limit of one, while others take away the oldest of 40 animals one by one',
      remembering(() => {
        let lists = 0;
        return listing(({ selection, all, call }) => {
          lists += 1;
          if (call.query.get('limit') === '1') return [];
          return pageOf(
            all.filter(({ id }) => id > 40n || id > BigInt(lists) / 2n),
            selection,
          );
        });
      }),
    ],
    'query.generator-used-up': [
      'keeps the rows of a filter in a generator, which the second request for them finds used up',
      remembering(() => {
        const used = new Set<string>();
        return listing(({ page, selection, call }) => {
          const key = call.query.toString();
          if (!call.query.has('status') || !used.has(key)) {
            used.add(key);
            return page(selection);
          }
          return [];
        });
      }),
    ],
  }),
].map((fault) => ({
  ...fault,
  // All lists of a run together are judged.
  needsWholeRun: true,
  ...(fault.id.endsWith('take-away') ? { server: () => ({ animals: animals(40) }) } : {}),
  ...(fault.id.startsWith('query.no-match') && !fault.id.includes('new-store') ? withoutSold : {}),
}));
