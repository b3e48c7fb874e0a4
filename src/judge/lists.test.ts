import { describe, expect, test } from 'vitest';
import { writeJson } from '../http/json.ts';
import { judgeLists } from './lists.ts';
import { seenIn } from './seen.ts';
import { exchangesOf, list, type Script } from './testing/exchanges.ts';

const judged = (...script: Script) =>
  judgeLists(seenIn(exchangesOf(...script))).map(({ id, exchange, at }) => [id, exchange, at]);

/** A list that is answered with an Error. */
const refused = (query: string, status: number): Script[number] => {
  const body = writeJson({ code: 'refused', message: 'refused', status });
  return (index, at) => {
    const exchange = list(query, [], { status })(index, at);
    return { ...exchange, response: { ...exchange.response, body } };
  };
};

describe('a list that section 4.1 defines is answered 200', () => {
  test.each([
    ['', 'list.returns-pets'],
    ['limit=50', 'list.limit'],
    ['status=sold', 'list.status-filter'],
    ['limit=50&status=sold', 'list.filter-with-limit'],
  ])('%j, or it breaks %s', (query, id) => {
    expect(judged(list('limit=9', []), refused(query, 500))).toEqual([[id, 1, 'listPets 500']]);
  });

  test('unless no list is there at all', () => {
    const [first, second] = [refused('', 404), refused('limit=50', 404)];
    expect(judged(first, second)).toEqual([]);
    expect(judged(first, refused('limit=50', 400))).toEqual([['list.limit', 1, 'listPets 400']]);
    expect(judged(first, list('limit=9', []))).toEqual([['list.returns-pets', 0, 'listPets 404']]);
  });
});
