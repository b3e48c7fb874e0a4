import { nearMisses } from '../../http/credential.ts';
import type { Exchange } from '../../http/exchange.ts';

/** Keys of the kinds from which wrong keys are made differently. No text of a run contains one. */
const ofLetters = 'kQ7vRz2WmX9tLbpJ4dHs8YcF6nGw';
const ofDigits = '9051827364981746370915283064';

const missesOf = (key: string) =>
  (['first', 'last'] as const).flatMap((end) => nearMisses(key, end).map(shownOf));
const allMisses = missesOf(ofLetters);
/** How a near miss is shown that a key without letters does not have. */
const swapped = allMisses.filter((shown) => !missesOf(ofDigits).includes(shown));

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
  return hasLetters(exchanges) ? ofLetters : ofDigits;
}

/** Another key, for the one whose rate limit was spent. */
export const standInLimitKey = `0${ofLetters.split('').toReversed().join('')}`;

/** All near misses that the key allows are tried: if others were and this one was not, the key has no letters. */
function hasLetters(exchanges: readonly Exchange[]): boolean {
  const tried = (misses: readonly string[]) =>
    misses.some((shown) => exchanges.some((one) => shows(one, shown)));
  return tried(swapped) || !tried(allMisses);
}

function shows({ request }: Exchange, shown: string): boolean {
  return request.headers.some(([, value]) => value.endsWith(shown));
}
