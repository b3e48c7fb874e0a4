import { describe, expect, test } from 'vitest';
import { nameOf } from './doubts.ts';
import { seenIn } from './seen.ts';
import {
  creation,
  list,
  oddRead,
  read,
  rex,
  type Script,
  type Step,
  sentOf,
  told,
  undocumented,
} from './testing/told.ts';
import { filterDoubts } from './two-statuses.ts';

const doubtsIn = (...script: Script) => filterDoubts(seenIn(told(...script)));

/** An animal that answers show without its status. */
const bare = (id: number) => rex(id, { status: undefined });

const sold = list('status=sold', [bare(1), bare(2)]);
const pending = list('status=pending', [bare(1), bare(3)]);

describe('an animal in the lists of two statuses', () => {
  test('is in doubt in each of them', () => {
    expect(doubtsIn(sold, pending).map(nameOf)).toEqual([
      'list.status-filter: GET /pets?status=pending, GET /pets?status=sold',
      'list.status-filter: GET /pets?status=sold, GET /pets?status=pending',
    ]);
  });

  test('is in doubt if they show it with the status that was asked for', () => {
    const shown = [list('status=sold', [rex(1)]), list('status=pending', [bare(1)])];
    expect(doubtsIn(...shown)).toHaveLength(2);
  });

  test.each<[string, Script]>([
    ['each shows others', [sold, list('status=pending', [bare(3), bare(4)])]],
    ['both ask for the same status', [sold, list('status=sold&limit=5', [bare(1)])]],
    ['a later list of that status does not show it', [sold, pending, list('status=pending', [])]],
    [
      'a parameter of the service itself may choose',
      [sold, list('status=pending&page=1', [bare(1)])],
    ],
    ['the run may have changed it', [undocumented('PATCH', 1), sold, pending]],
    [
      'none has an id',
      [
        list('status=sold', [rex(1, { id: undefined, status: undefined })]),
        list('status=pending', [rex(1, { id: undefined, status: undefined })]),
      ],
    ],
    [
      'one shows it with another status',
      [
        list('status=sold', [rex(1, { status: 'pending' })]),
        list('status=pending', [rex(1, { status: 'pending' })]),
      ],
    ],
    ['its creation tells its status', [creation(sentOf(1), 201, rex(1)), sold, pending]],
    ['a read tells its status', [read(1, rex(1)), sold, pending]],
    ['a list without a filter tells its status', [list('', [rex(1)]), sold, pending]],
  ])('is not in doubt if %s', (_, script) => {
    expect(doubtsIn(...script)).toEqual([]);
  });

  test('is in doubt beside animals without an id', () => {
    const pets = [rex(4, { id: undefined, status: undefined }), bare(1)];
    expect(doubtsIn(list('status=sold', pets), list('status=pending', pets))).toHaveLength(2);
  });

  test('is in doubt if its creation does not tell a status', () => {
    expect(doubtsIn(creation(sentOf(1), 201, bare(1)), sold, pending)).toHaveLength(2);
  });
});

describe('an animal in a filtered list that other answers show without a status', () => {
  const reads = [read(1, bare(1)), read(2, rex(2))];
  const plain = list('', [bare(1), rex(2)]);
  const filtered = list('status=sold', [bare(1), rex(2)]);

  test('is in doubt if they show that status of others', () => {
    expect(doubtsIn(...reads, plain, filtered).map(nameOf)).toEqual([
      'list.status-filter: GET /pets/1, GET /pets?status=sold',
    ]);
  });

  test.each<[string, Script]>([
    ['it was not read', [read(2, rex(2)), plain]],
    ['it was never listed without a filter', [...reads, list('', [rex(2)])]],
    ['reads show no other with that status', [read(1, bare(1)), plain]],
    ['lists show no other with that status', [...reads, list('', [bare(1)])]],
    ['a read shows it with a status', [...reads, read(1, rex(1)), plain]],
    ['a list shows it with a status', [...reads, plain, list('', [rex(1)])]],
  ])('is not in doubt if %s', (_, script) => {
    expect(doubtsIn(...script, filtered)).toEqual([]);
  });
});

/** Whether the one doubt of a script is confirmed by these answers. */
function isConfirmed([doubt]: ReturnType<typeof doubtsIn>, proofs: Step[], others: Step[]) {
  return doubt?.contradiction(told(...proofs), told(...others)) !== undefined;
}

describe('asked in turn,', () => {
  const none = list('status=sold', [bare(2)]);

  test.each<[string, boolean, Step[], Step[]]>([
    ['both show it each time', true, [pending, pending], [sold, sold]],
    ['one does not show it once', false, [pending, pending], [sold, none]],
    ['the other does not show it once', false, [list('status=pending', []), pending], [sold]],
    [
      'one is refused, whatever its body',
      false,
      [pending],
      [list('status=sold', [bare(1)], { status: 400 })],
    ],
  ])('if of two lists %s, the doubt is confirmed: %s', (_, confirmed, proofs, others) => {
    expect(isConfirmed(doubtsIn(sold, pending), proofs, others)).toBe(confirmed);
  });

  const [one, other] = [read(1, bare(1)), read(2, rex(2))];
  const doubts = doubtsIn(one, other, list('', [bare(1), rex(2)]), list('status=sold', [bare(1)]));

  test.each<[string, boolean, Step[], Step[]]>([
    ['each read shows it without a status', true, [one, one], [sold, sold]],
    ['one read shows its status', false, [one, read(1, rex(1))], [sold]],
    ['a read shows another animal', false, [read(1, bare(2))], [sold]],
    ['it is not found', false, [read(1, undefined)], [sold]],
    [
      'a read is refused, whatever its body',
      false,
      [oddRead(1, 400, '{"id":1,"name":"Rex"}')],
      [sold],
    ],
    ['the list does not show it once', false, [one], [sold, none]],
  ])(
    'if %s, the doubt about one without a status is confirmed: %s',
    (_, confirmed, proofs, others) => {
      expect(isConfirmed(doubts, proofs, others)).toBe(confirmed);
    },
  );
});
