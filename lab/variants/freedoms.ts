/** Parts that several variants share. */

import type { RequiredId } from '../../src/catalogue/catalogue.ts';
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Animal } from '../../src/reference/animal.ts';
import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, onReply } from '../../src/reference/changes.ts';

/** Accepts every spelling of a key. */
export const spelt =
  (read: (key: string) => string): Change =>
  ({ apiKey }) => {
    const same = (call: Call) => {
      const token = bearerToken(call);
      return token !== undefined && read(token) === read(apiKey);
    };
    return { authorized: same, caller: (call) => (same(call) ? 'key' : 'stranger') };
  };

export const withKey = (apiKey: string) => ({ server: () => ({ apiKey }) });

/** A body as a web server makes it. */
export interface Page {
  readonly type: string;
  readonly text: string;
}

export function html(title: string): Page {
  return { type: 'text/html; charset=utf-8', text: `<!doctype html><title>${title}</title>` };
}

/** Answers certain calls differently, whatever the base answer; its headers stay. */
export function instead(
  where: (call: Call) => boolean,
  status: number,
  body: string | object | Page,
): Change {
  return onReply((reply, call) => {
    // Without a valid key the answer is still 401.
    if (!where(call) || reply.status === 401 || reply.status === 429) return reply;
    const { headers } = reply;
    if (typeof body === 'string') return { status, headers, text: body };
    if ('type' in body && 'text' in body) {
      return { status, headers: { ...headers, 'Content-Type': body.type }, text: body.text };
    }
    return { status, headers, body };
  });
}

/** Animals in an order that looks random and is the same for the same salt. */
export function shuffled(animals: readonly Animal[], salt: number): Animal[] {
  const rank = ({ id }: Animal) =>
    Number(BigInt.asUintN(32, (id + BigInt(salt) * 7919n) * 2654435761n));
  return [...animals].sort((a, b) => rank(a) - rank(b));
}

/** Animals for a store at the start: numbered from 1, of every status in turn, except for what `differ` says. */
export function herd(
  count: number,
  differ: (at: number) => Partial<Animal> = () => ({}),
): Animal[] {
  return Array.from({ length: count }, (_, at) => ({
    id: BigInt(at + 1),
    name: `Rex ${at + 1}`,
    categoryId: 3n,
    status: petStatuses[at % petStatuses.length] ?? 'sold',
    ...differ(at),
  }));
}

/** The options of a server whose store holds this many animals. */
export const rich = (count: number) => () => ({ animals: herd(count) });

/** Animals without a status. */
export function unlabelled(animals: readonly Animal[]): Animal[] {
  return animals.map(({ id, name, categoryId }) => ({ id, name, categoryId }));
}

/** The requirements that an empty store leaves open if nothing can be created. */
export const needAnimals: readonly RequiredId[] = [
  'list.default-limit',
  'list.limit',
  'list.status-filter',
  'list.filter-with-limit',
  'list.shows-animals',
  'list.unique-ids',
  'get.found',
  'pet.id',
  'pet.name',
  'pet.category-id',
  'pet.status',
];

/** The requirements of the core profile that need animals of this run. */
export const needCreations: readonly RequiredId[] = [
  'create.created',
  'create.server-id',
  'create.keeps-values',
  'create.status-optional',
  'create.status-values',
  'get.same-animal',
];
