import { distance } from 'fastest-levenshtein';
import { listed } from './words.ts';

/** How many names a suggestion gives at most. */
export const namesShown = 3;

/**
 * The candidates that a misspelt or shortened text most likely means: those that begin with it (`rate.remaining`:
 * `rate.remaining-header`, …), else the closest of those that contain all of its words (`PETSTORE_URL`:
 * `PETSTORE_BASE_URL`), else the one with the fewest edits if they are few. Letter case does not count.
 */
export function nearby(text: string, candidates: readonly string[]): readonly string[] {
  const wanted = words(text);
  if (wanted.length === 0) return [];
  const same = candidates.find((candidate) => words(candidate).join(' ') === wanted.join(' '));
  if (same !== undefined) return [same];
  const begun = candidates.filter((candidate) => goesOn(wanted, words(candidate)));
  if (begun.length > 0) return begun;
  const holding = candidates.filter((candidate) => {
    const held = words(candidate);
    return wanted.every((word) => held.includes(word));
  });
  if (holding.length > 0) return [closest(text, holding)];
  if (candidates.length === 0) return [];
  const near = closest(text, candidates);
  return edits(text, near) <= Math.max(1, near.length / 3) ? [near] : [];
}

/** `; did you mean list.limit?` for whoever misspelt a name, and what else to say if nothing is near. */
export function didYouMean(text: string, candidates: readonly string[], otherwise = ''): string {
  const near = nearby(text, candidates);
  if (near.length === 0) return otherwise;
  const more = near.length - namesShown;
  const others = more > 0 ? [`another (${more} more begin so)`] : [];
  return `; did you mean ${listed([...near.slice(0, namesShown), ...others], 'or')}?`;
}

function closest(text: string, candidates: readonly string[]): string {
  return candidates.reduce((best, candidate) =>
    edits(text, candidate) < edits(text, best) ? candidate : best,
  );
}

function edits(text: string, candidate: string): number {
  return distance(text.toLowerCase(), candidate.toLowerCase());
}

/** Whether a name has these words first, and more. */
function goesOn(first: readonly string[], all: readonly string[]): boolean {
  return first.every((word, at) => all[at] === word);
}

/** The words of a name: `maxBody`, `--max-body` and `PETSTORE_MAX_BODY` join them in three ways. */
function words(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
