import { describe, expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { writeJson } from '../../http/json/json.ts';
import { judgeRun } from './judge.ts';
import {
  creation,
  graceMs,
  list,
  oddRead,
  read,
  rex,
  type Shown,
  told,
  undocumented,
} from './testing/told.ts';

const broken = (exchanges: readonly Answered[]) =>
  judgeRun(exchanges, { graceMs })
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

const sent = ({ name, categoryId, status }: Shown): Shown => ({ name, categoryId, status });

const created = [1, 2].map((id) => creation(sent(rex(id)), 201, rex(id)));

const odd = (status: number, body?: string) => oddRead(1, status, body);

describe('a read of an animal that was seen', () => {
  test.each([
    [500, ''],
    [304, ''],
    [204, ''],
    [410, ''],
    [200, 'null'],
    [200, '{}'],
    [200, writeJson([rex(1)])],
  ])('breaks get.found if it is answered %i with %j, the second time, too', (status, body) => {
    const exchanges = told(...created, read(1, rex(1)), odd(status, body));
    expect(broken(exchanges)).toContain('get.found');
  });

  test.each([401, 403, 408, 429, 502, 503, 504])('may be answered %i', (status) => {
    expect(broken(told(...created, odd(status)))).not.toContain('get.found');
  });

  test('says nothing if nobody had seen it, or if other methods were tried on it', () => {
    expect(broken(told(odd(500)))).toEqual([]);
    expect(broken(told(...created, undocumented('DELETE', 1), odd(410)))).toEqual([]);
  });
});

describe('an animal of the run under the name of another', () => {
  const borrowed = { ...rex(1), name: 'Rex 2' };

  test('is wrong in a read and in a list, even if it is right when it is asked for again', () => {
    expect(broken(told(...created, read(1, borrowed), read(1, rex(1))))).toEqual([
      'get.same-animal',
    ]);
    const lists = [list('limit=3', [borrowed]), list('limit=3', [rex(1)])];
    expect(broken(told(...created, ...lists))).toEqual(['list.same-animal']);
  });

  test('may be renamed by others to anything else, and a name that was sent twice is nobody’s', () => {
    expect(broken(told(...created, read(1, { ...rex(1), name: 'Bello' })))).toEqual([]);
    const namesake = creation(sent(rex(2)), 201, { ...rex(2), id: 3 });
    expect(broken(told(...created, namesake, read(1, borrowed)))).toEqual([]);
  });

  test('is not nameless, and has no name that the owner was created without', () => {
    const nameless = creation({ categoryId: 3 }, 201, { ...rex(3), name: undefined });
    const shown = read(1, { ...rex(1), name: undefined });
    expect(broken(told(...created, nameless, shown))).toEqual([]);
    const renamed = creation(sent(rex(3)), 201, { ...rex(3), name: 'Max' });
    const asSent = read(1, { ...rex(1), name: 'Rex 3' });
    expect(broken(told(...created, renamed, asSent))).toEqual(['create.keeps-values']);
  });
});
