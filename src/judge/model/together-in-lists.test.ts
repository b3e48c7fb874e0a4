import { describe, expect, test } from 'vitest';
import type { Answered } from '../../http/exchange.ts';
import { followUps } from './follow-ups.ts';
import { judgeRun } from './judge.ts';
import { creation, graceMs, inTurn, list, read, rex, type Shown, told } from './testing/told.ts';

const broken = (exchanges: readonly Answered[], challenged = false) =>
  judgeRun(exchanges, { graceMs, challenged })
    .filter(({ problem }) => problem !== undefined)
    .map(({ id }) => id);

const sent = ({ name, categoryId, status }: Shown): Shown => ({ name, categoryId, status });

/** Creations of this many animals, each answered as it was sent. */
const created = (count: number) =>
  Array.from({ length: count }, (_, at) => creation(sent(rex(at + 1)), 201, rex(at + 1)));

const herd = (count: number) => Array.from({ length: count }, (_, at) => rex(at + 1));

describe('a list that may be asked for', () => {
  test.each([
    ['', 'list.returns-pets'],
    ['status=sold', 'list.status-filter'],
    ['limit=100', 'list.limit'],
    ['status=sold&limit=100', 'list.filter-with-limit'],
  ])('for %j breaks %s if it is answered 404 or 500', (query, id) => {
    for (const status of [404, 500]) {
      expect(broken(told(list('limit=7', []), list(query, [], { status })))).toEqual([id]);
    }
  });

  test('may be nowhere, if every list is answered so: the address is wrong', () => {
    expect(broken(told(list('limit=100', [], { status: 404 })))).toEqual([]);
  });

  test.each([200, 401, 403, 408, 429, 503])('may be answered %i', (status) => {
    expect(broken(told(list('limit=100', [], { status })))).toEqual([]);
  });

  test('is open beyond its limits, and beside other parameters', () => {
    for (const query of ['limit=101', 'limit=5&page=2', 'status=none']) {
      expect(broken(told(list(query, [], { status: 400, purpose: 'gap' })))).toEqual([]);
    }
  });
});

describe('names of the run under two ids', () => {
  const double = (id: number) => ({ ...rex(id), id: id + 10 });

  test('show that a creation made two animals, if several do', () => {
    const twice = list('limit=100', [...herd(2), double(1), double(2)]);
    expect(broken(told(...created(2), twice))).toEqual(['create.server-id']);
  });

  test('may be a copy that others made, if one does', () => {
    expect(broken(told(...created(2), list('limit=100', [...herd(2), double(1)])))).toEqual([]);
  });

  test('are right if the name was sent twice', () => {
    const again = [1, 2].map((id) => creation(sent(rex(id)), 201, double(id)));
    const lists = list('limit=100', [...herd(2), double(1), double(2)]);
    expect(broken(told(...created(2), ...again, lists))).toEqual([]);
  });
});

describe('names that an earlier run with the same challenge has used', () => {
  const older = herd(2).map((one, at) => ({ ...one, id: 90 + at }));

  test('accuse nobody if they were shown before they were sent', () => {
    const before = list('limit=100', older);
    const after = list('limit=100', [...older, ...herd(2)]);
    expect(broken(told(before, ...created(2), after))).toEqual([]);
  });

  test('nor if the first list had no room for them', () => {
    const exchanges = told(...created(2), list('limit=100', [...older, ...herd(2)]));
    expect(broken(exchanges, true)).toEqual([]);
    expect(broken(exchanges)).toEqual(['create.server-id']);
  });

  test('show what was made twice between the ids that the run was given', () => {
    const made = [1, 3, 5].map((id) => creation(sent(rex(id)), 201, rex(id)));
    const twins = [1, 3].map((id) => ({ ...rex(id), id: id + 1 }));
    const exchanges = told(...made, list('limit=100', [rex(1), rex(3), rex(5), ...twins]));
    expect(broken(exchanges, true)).toEqual(['create.server-id']);
  });
});

describe('an id that was not found', () => {
  const random = 2 ** 40 + 7;

  test('and is then in a list was made by looking for it', () => {
    const exchanges = told(...created(1), read(random, undefined), list('', [rex(1), rex(random)]));
    expect(broken(exchanges)).toEqual(['get.not-found']);
  });

  test('may have been given since if it is near another', () => {
    expect(broken(told(...created(1), read(2, undefined), list('', herd(2))))).toEqual([]);
    const far = 2 ** 32;
    expect(broken(told(...created(1), read(far, undefined), list('', [rex(far)])))).toEqual([]);
  });
});

test('a creation that is given the id it sent overwrites the animal that has it', () => {
  const over = (id: number) =>
    creation({ ...sent(rex(9)), id: 1 }, 201, rex(id, { name: 'Rex 9' }));
  expect(broken(told(...created(1), over(1)))).toEqual(['create.server-id']);
  expect(broken(told(...created(1), over(2)))).toEqual([]);
});

describe('lists that lack what they showed', () => {
  const full = list('limit=100', herd(5));
  // Newest first, of a replica that gets no more.
  const old = list('limit=100', [rex(2), rex(1)]);
  const swinging = [full, old, full, old, full];

  test('and show it again are wrong once reads have caught up', () => {
    expect(broken(told(...created(5), graceMs, ...swinging))).toEqual(['list.shows-animals']);
    expect(broken(told(...created(5), ...swinging))).toEqual([]);
  });

  test('are asked for again', () => {
    const names = followUps(told(...created(5), full, old), { graceMs }).map(({ name }) => name);
    expect(names).toContain('list limit=100 again');
  });

  test('may lack one of several parts of a store, which is out at times', () => {
    const parts = list('limit=100', [rex(6), rex(4), rex(2)]);
    const whole = list('limit=100', herd(6));
    const swings = [whole, parts, whole, parts, whole];
    expect(broken(told(...created(6), graceMs, ...swings))).toEqual([]);
  });

  test('may be cut where another version of the service ends its pages', () => {
    const four = list('limit=100', herd(4));
    const first = list('limit=100', [rex(1)]);
    expect(broken(told(...created(4), graceMs, four, first, four, first, four))).toEqual([]);
    // One version ends them at one length.
    const two = list('limit=100', herd(2));
    const swings = [first, four, two, four, first, four, two, four];
    const later = list('limit=99', herd(5));
    expect(broken(told(...created(4), graceMs, four, ...swings, later))).toEqual([
      'list.shows-animals',
    ]);
  });

  test('may be cut anywhere', () => {
    const cut = [2, 1, 3].map((count) => list('limit=100', herd(count)));
    const pages = cut.flatMap((page) => [full, page]);
    expect(broken(told(...created(5), list('', herd(5)), graceMs, ...pages, full))).toEqual([]);
  });
});

describe('a filtered list', () => {
  const bare = { status: undefined };

  test('that goes on showing another status is wrong', () => {
    const sold = list('status=available', [rex(1)]);
    expect(broken(told(sold, graceMs, sold))).toEqual(['list.status-filter']);
    expect(broken(told(sold, 0.5 * graceMs, sold))).toEqual([]);
    expect(broken(told(sold, list('status=available', []), graceMs, sold))).toEqual([]);
    const read1 = read(1, rex(1, { status: 'available' }));
    expect(broken(told(sold, graceMs, read1, sold))).toEqual([]);
  });

  test('must not show an animal that a list of another status shows at the same time', () => {
    const [one, other] = [list('status=sold', [rex(1)]), list('status=pending', [rex(1, bare)])];
    expect(broken(told(one, other))).toEqual([]);
    expect(broken(told(one, other, ...inTurn(other, one)))).toContain('list.status-filter');
  });

  test('must not show an animal without a status, if a status would be shown elsewhere', () => {
    const all = list('', [rex(1, bare), rex(2)]);
    const reads = [read(1, rex(1, bare)), read(2, rex(2))];
    const sold = list('status=sold', [rex(1), rex(2)]);
    const proof = read(1, rex(1, bare));
    const asked = inTurn(proof, sold);
    expect(broken(told(all, ...reads, sold, ...asked))).toEqual(['list.status-filter']);
    // Reads that show no status leave it out.
    const never = [read(1, rex(1, bare)), read(2, rex(2, bare))];
    expect(broken(told(all, ...never, sold, ...asked))).toEqual([]);
  });
});
