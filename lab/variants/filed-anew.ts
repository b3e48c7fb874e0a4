/** Others take an animal away and file it anew, again and again, and it is given the same id: the next one. */
import type { Change } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { hiding } from '../store-changes.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { timed } from './shop-others.ts';

/** The newest animal, of this id, is there for some milliseconds of each period. */
const filedAnew = (newest: bigint, periodMs: number, thereMs: number): Change =>
  timed((since) => hiding(({ id }) => id === newest && since() % periodMs >= thereMs));

const readOnly = { settings: { profile: 'read-only' }, inVirtualTime: staging } as const;

/** What tests of others do to a store that is only looked at. */
export const filedAnewVariants: readonly Variant[] = [
  {
    id: 'others.filed-anew-each-three-seconds-read-only',
    title:
      'is looked at without writing while a test files an animal anew every three seconds, under the same id',
    ...readOnly,
    server: rich(40),
    change: filedAnew(40n, 3000, 1800),
  },
  {
    id: 'others.filed-anew-each-eight-seconds-read-only',
    title:
      'is looked at without writing while a test files an animal anew every eight seconds, under the same id',
    ...readOnly,
    server: rich(40),
    change: filedAnew(40n, 8000, 2400),
  },
];
