/** Values of the members of a creation, as they were written. */
import { isLosslessNumber } from 'lossless-json';
import { int64, petStatuses } from '../src/spec/animal.ts';

/** Selects values of a member. */
export type ValueTest = (value: unknown) => boolean;

/** The digits of a number as they were written; empty for anything else. */
export const digits = (value: unknown): string => (isLosslessNumber(value) ? value.toString() : '');

/** A string; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a double keeps of an int64, within int64. */
export const asDouble = (value: bigint): bigint =>
  BigInt(Number(value)) > int64.max ? int64.max : BigInt(Number(value));

/** Whether it is one of the statuses of section 2. */
export const isKnown: ValueTest = (value) => petStatuses.some((status) => status === value);
