import { pageSize } from '../../catalogue/operations.ts';
import { placeOf } from '../defined.ts';
import type { Finding } from '../outcome.ts';
import { problemsOfProbed } from '../pets.ts';
import type { RefusedList, Seen, SeenList } from './seen.ts';

/**
 * Judges every list by its own query, whoever asked for it and why (section 4.1): its limit and the default. Returns
 * only problems: the checks decide whether enough was seen for a pass.
 */
export function judgeLists({ lists, refusedLists }: Seen): Finding[] {
  // Without any list, a 404 says that there is none at this address.
  const refused = refusedLists.filter(
    ({ exchange }) => lists.length > 0 || exchange.response.status !== 404,
  );
  return [
    ...refused.map(refusal),
    ...lists.flatMap((list) => [...tooMany(list), ...problemsOfProbed(list.exchange)]),
  ];
}

/** Whatever the store holds, nothing included, a list that may be asked for is answered 200. */
function refusal({ exchange, query, limit, status }: RefusedList): Finding {
  const asked = query === '' ? 'without parameters' : `of ${query}`;
  const place = { exchange: exchange.index, at: placeOf(exchange) };
  const problem = `the list ${asked} is answered ${exchange.response.status}; expected 200`;
  return { id: requirementOf(limit, status), ...place, problem };
}

function requirementOf(limit: number | undefined, status: string | undefined): Finding['id'] {
  if (limit === undefined) return status === undefined ? 'list.returns-pets' : 'list.status-filter';
  return status === undefined ? 'list.limit' : 'list.filter-with-limit';
}

function tooMany(list: SeenList): Finding[] {
  const { limit = pageSize.default, status, count } = list;
  if (count <= limit) return [];
  const id =
    list.limit === undefined
      ? 'list.default-limit'
      : status === undefined
        ? 'list.limit'
        : 'list.filter-with-limit';
  const asked = list.limit === undefined ? 'without limit' : `with limit=${limit}`;
  return [findingOn(list, id, `${count} animals ${asked}, which allows ${limit} at most`)];
}

function findingOn({ exchange }: SeenList, id: Finding['id'], problem: string): Finding {
  return { id, exchange: exchange.index, at: 'listPets 200', problem };
}
