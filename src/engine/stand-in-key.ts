import type { Operation } from '../catalogue/operations.ts';
import { nearMisses } from '../http/credential.ts';
import type { Exchange } from '../http/exchange.ts';
import { foreignKey } from './foreign-key.ts';

/** Halves of keys, of the kinds that wrong keys are made differently of. No text of a run holds one. */
const halves = {
  letters: ['kQ7vRz2WmX9tLb', 'pJ4dHs8YcF6nGw'],
  digits: ['90518273649817', '46370915283064'],
  signs: ['~^%~$^~!%^$~^!', '!~^$!%~^~$!~%^'],
} as const;

const seedless = 0;
const sample = halves.letters.join('');
const missesOf = (key: string) =>
  (['first', 'last'] as const).flatMap((end) => nearMisses(key, end).map(shownOf));
const allMisses = missesOf(sample);
/** How a near miss is shown that a key without letters does not have. */
const swapped = allMisses.filter((shown) => !missesOf(halves.digits.join('')).includes(shown));
const whollyChanged = shownOf({ credential: foreignKey(sample, seedless, 'listPets') });

function shownOf({
  credential,
}: Pick<ReturnType<typeof nearMisses>[number], 'credential'>): string {
  return credential.secret?.shown ?? '';
}

/**
 * A key to judge a recording again with, which holds none: of the form that the real one had, by the wrong
 * keys that were made of it, so that the same ones are made once more.
 */
export function standInKey(exchanges: readonly Exchange[]): string {
  const kind = hasLetters(exchanges) ? 'letters' : 'digits';
  // A foreign key shares half of the real one; where that half has only signs, it shares nothing.
  const first = showsOn('getPet', exchanges, whollyChanged) ? 'signs' : kind;
  const second = showsOn('createPet', exchanges, whollyChanged) ? 'signs' : kind;
  const key = halves[first][0] + halves[second][1];
  return changedAtItsBeginning(exchanges) ? `${key}=` : key;
}

/** Whether the list was asked with a near miss of the kind that only Base64 has. */
function changedAtItsBeginning(exchanges: readonly Exchange[]): boolean {
  return nearMisses(sample, 'first').some(
    ({ title, credential }) =>
      title.includes('first') && showsOn('listPets', exchanges, shownOf({ credential })),
  );
}

/** Another key, for the one whose rate limit was spent. */
export const standInLimitKey = `${halves.letters[1]}0${halves.letters[0]}`;

/** Where a near miss was refused and no further one followed, all that the key allows were tried. */
function hasLetters(exchanges: readonly Exchange[]): boolean {
  if (swapped.some((shown) => exchanges.some((one) => shows(one, shown)))) return true;
  const operations = ['listPets', 'createPet', 'getPet'] as const;
  return !operations.some((operation) => {
    const last = exchanges.findLast(
      (one) => one.operation === operation && allMisses.some((shown) => shows(one, shown)),
    );
    return last?.response?.status === 401;
  });
}

function showsOn(operation: Operation, exchanges: readonly Exchange[], shown: string): boolean {
  return exchanges.some((one) => one.operation === operation && shows(one, shown));
}

function shows({ request }: Exchange, shown: string): boolean {
  return request.headers.some(([, value]) => value.endsWith(shown));
}
