import type { Answered, Exchange } from '../../http/exchange.ts';
import { isAnswered } from '../../http/exchange.ts';
import { petOf } from './pet.ts';

/** The animals that the key has read, by the ids that its answers showed, in the order of asking. */
export function readsByKey(
  exchanges: readonly Exchange[],
): ReadonlyMap<bigint, readonly Answered[]> {
  const reads = new Map<bigint, Answered[]>();
  for (const answer of exchanges.filter(isAnswered)) {
    if (answer.operation !== 'getPet' || answer.caller !== 'key-holder') continue;
    if (answer.response.status !== 200) continue;
    const id = petOf(answer)?.id;
    if (id !== undefined) reads.set(id, [...(reads.get(id) ?? []), answer]);
  }
  return reads;
}

/** The animals that were read whose categories a double would not tell from their neighbours. */
export function inLargeCategory(reads: ReadonlyMap<bigint, readonly Answered[]>): bigint[] {
  const isLarge = (one: Answered) => (petOf(one)?.categoryId ?? 0n) > Number.MAX_SAFE_INTEGER;
  return [...reads].flatMap(([id, answers]) => (answers.some(isLarge) ? [id] : []));
}
