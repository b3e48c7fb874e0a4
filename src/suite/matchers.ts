/** What the suites expect, in the domain's words. Each failure says what was due and what came. */
import { expect } from 'vitest';
import { type Answered, isAnswered } from '../exchange/exchange.ts';
import type { PetStatus } from '../spec/operations.ts';
import { fail, undecided } from './outcomes.ts';
import { type Pet, petOf, petsOf } from './pet.ts';

interface SuiteMatchers {
  /** The answer has this status and no other. */
  toBeRefused(status: 400 | 401 | 404): void;
  /** 200; the form of the list is judged in src/judge/pets.ts. */
  toBeList(): void;
  /** A list of at most so many animals. */
  toListAtMost(most: number): void;
  /** A list of animals that all have the status. */
  toListOnly(status: PetStatus): void;
  /** The status, and one animal as the body. */
  toBePet(status: 200 | 201): void;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares the interface so.
  interface Matchers<T = any> extends SuiteMatchers {}
}

/** What came, in one line. */
export function received(exchange: Answered): string {
  const { status, statusText, body } = exchange.response;
  const text = body.slice(0, 2_000).replace(/\s+/g, ' ').trim();
  const shown = text.length > 200 ? `${text.slice(0, 197)}...` : text;
  return `received: ${status} ${statusText}${shown === '' ? ', without a body' : ` ${shown}`}`;
}

/** Fails with what was due and what came. */
export function mismatch(due: string, exchange: Answered): never {
  fail(`expected: ${due}\n${received(exchange)}`, exchange);
}

function answered(value: unknown): Answered {
  if (isExchange(value) && isAnswered(value)) return value;
  throw new TypeError('this matcher takes an answered exchange');
}

function isExchange(value: unknown): value is Answered {
  return typeof value === 'object' && value !== null && 'request' in value && 'response' in value;
}

const passed = { pass: true, message: () => 'expected the contrary' };

/** Ends the check as inconclusive where the answer is longer than is read: what is missing may be behind. */
export function refuseCut({ response }: Answered): void {
  if (response.truncated) undecided('the body is longer than the suite reads (--max-body)');
}

/** The animals of a list. That it is one, where it is answered 200, is judged by list.returns-pets. */
export function listed(exchange: Answered): readonly Pet[] {
  if (exchange.response.status !== 200) mismatch('200 with an array of animals', exchange);
  refuseCut(exchange);
  return petsOf(exchange) ?? undecided('the answer is no list of animals');
}

expect.extend({
  toBeRefused(value: unknown, status: number) {
    const exchange = answered(value);
    if (exchange.response.status !== status) mismatch(`status ${status}`, exchange);
    return passed;
  },
  toBeList(value: unknown) {
    listed(answered(value));
    return passed;
  },
  toListAtMost(value: unknown, most: number) {
    const exchange = answered(value);
    const { length } = listed(exchange);
    if (length > most) {
      fail(`expected: at most ${most} animals\nreceived: ${length} animals`, exchange);
    }
    return passed;
  },
  toListOnly(value: unknown, status: PetStatus) {
    const exchange = answered(value);
    const others = listed(exchange).filter((pet) => !hasStatus(pet, status));
    const [other] = others;
    if (other) {
      const has = other.status === undefined ? 'without a status' : `that is ${other.status}`;
      fail(
        `expected: only animals that are ${status}\nreceived: ${others.length} that are not, as id ${other.id} ${has}`,
        exchange,
      );
    }
    return passed;
  },
  toBePet(value: unknown, status: number) {
    const exchange = answered(value);
    if (exchange.response.status !== status) mismatch(`status ${status}`, exchange);
    refuseCut(exchange);
    if (petOf(exchange) === undefined) mismatch('an animal, as a JSON object', exchange);
    return passed;
  },
});

// A status that is no valid one is judged by pet.status, and counts as unknown here.
function hasStatus(pet: Pet, status: PetStatus): boolean {
  return pet.status === status || (pet.status === undefined && pet.hasStatus);
}
