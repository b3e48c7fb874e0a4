import { nearMisses } from '../../http/credential.ts';
import type { Exchange } from '../../http/exchange.ts';
import { signsOnly } from './foreign-key.ts';

/** Halves of keys, of the kinds from which wrong keys are made differently. No text of a run contains one. */
const halves = {
  letters: ['kQ7vRz2WmX9tLb', 'pJ4dHs8YcF6nGw'],
  digits: ['90518273649817', '46370915283064'],
  signs: ['~^%~$^~!%^$~^!', '!~^$!%~^~$!~%^'],
} as const;

const sample = halves.letters.join('');
const missesOf = (key: string) =>
  (['first', 'last'] as const).flatMap((end) => nearMisses(key, end).map(shownOf));
const allMisses = missesOf(sample);
/** How a near miss is shown that a key without letters does not have. */
const swapped = allMisses.filter((shown) => !missesOf(halves.digits.join('')).includes(shown));

function shownOf({
  credential,
}: Pick<ReturnType<typeof nearMisses>[number], 'credential'>): string {
  return credential.secret?.shown ?? '';
}

/**
 * A key for judging a recording again, which contains none: of the same form as the real one, told from the wrong keys
 * in the recording, so that the same wrong keys are made again.
 */
export function standInKey(exchanges: readonly Exchange[]): string {
  const kind = hasLetters(exchanges) ? 'letters' : 'digits';
  // A foreign key shares half of the real one; if that half has only signs, it shares nothing.
  const first = exchanges.some((one) => shows(one, signsOnly.first)) ? 'signs' : kind;
  const second = exchanges.some((one) => shows(one, signsOnly.second)) ? 'signs' : kind;
  return halves[first][0] + halves[second][1];
}

/** Another key, for the one whose rate limit was spent. */
export const standInLimitKey = `${halves.letters[1]}0${halves.letters[0]}`;

/** All near misses that the key allows are tried: if others were and this one was not, the key has no letters. */
function hasLetters(exchanges: readonly Exchange[]): boolean {
  const tried = (misses: readonly string[]) =>
    misses.some((shown) => exchanges.some((one) => shows(one, shown)));
  return tried(swapped) || !tried(allMisses);
}

function shows({ request }: Exchange, shown: string): boolean {
  return request.headers.some(([, value]) => value.endsWith(shown));
}
