/** Builders of changes of how the members of a creation are read, and the questions that select wrong values. */
import { isLosslessNumber, LosslessNumber, stringify } from 'lossless-json';
import { int64, petStatuses } from '../src/catalogue/operations.ts';
import type { Call } from '../src/reference/call.ts';
import { type Change, membersOf, taking } from '../src/reference/changes.ts';
import { refusedWith } from './wire-changes.ts';

/** Selects values of a member. */
export type ValueTest = (value: unknown) => boolean;

/** The digits of a number as they were written; empty for anything else. */
export const digits = (value: unknown): string => (isLosslessNumber(value) ? value.toString() : '');

/** A string; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a double keeps of an int64, within int64. */
export const asDouble = (value: bigint): bigint =>
  BigInt(Number(value)) > int64.max ? int64.max : BigInt(Number(value));

export const is =
  (wanted: unknown): ValueTest =>
  (value) =>
    value === wanted;
export const isZero: ValueTest = (value) => digits(value) === '0';
export const isEmptyList: ValueTest = (value) => Array.isArray(value) && value.length === 0;
export const isEmptyObject: ValueTest = (value) => stringify(value) === '{}';

/** Whether it is one of the statuses of section 2. */
export const isKnown: ValueTest = (value) => petStatuses.some((status) => status === value);

/** Takes a wrong value of some kind for a right one. */
export const reading = (
  member: string,
  wrong: ValueTest,
  as: (value: unknown) => unknown,
): Change => taking(member, (value) => (wrong(value) ? as(value) : value));

/** Takes a wrong category for another; default: 0. */
export const category = (
  wrong: ValueTest,
  as: (value: unknown) => unknown = () => new LosslessNumber('0'),
): Change => reading('categoryId', wrong, as);

/** Takes a wrong status for another; default: none. */
export const status = (wrong: ValueTest, as: (value: unknown) => unknown = () => undefined) =>
  reading('status', wrong, as);

/** Answers a creation that is due a 400 for one member with another status; default: 500. */
export const failing = (member: string, wrong: ValueTest, as = 500): Change =>
  refusedWith(as, ({ body }: Call) => wrong(membersOf(body)?.[member]));
