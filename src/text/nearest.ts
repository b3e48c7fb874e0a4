import { distance } from 'fastest-levenshtein';
import { listed } from './words.ts';

/** How many names a suggestion gives at most. */
const namesShown = 3;

/**
 * The candidates that a misspelt or shortened name most likely means: those that begin with it (`rate.remaining`:
 * `rate.remaining-header`, …), else the closest of those that contain all of its words (`PETSTORE_URL`:
 * `PETSTORE_BASE_URL`), else the one with the fewest edits if they are few. Letter case does not count.
 */
export function nearby(text: string, candidates: readonly string[]): readonly string[] {
  const wanted = words(text).join(' ');
  if (wanted === '') return [];
  const spelt = candidates.map((name) => ({ name, words: words(name) }));
  const same = spelt.find((one) => one.words.join(' ') === wanted);
  if (same !== undefined) return [same.name];
  const begun = spelt.filter((one) => `${one.words.join(' ')} `.startsWith(`${wanted} `));
  if (begun.length > 0) return begun.map(({ name }) => name);
  const holding = spelt.filter((one) => words(text).every((word) => one.words.includes(word)));
  const edits = (name: string) => distance(text.toLowerCase(), name.toLowerCase());
  const [near] = (holding.length > 0 ? holding : spelt)
    .map(({ name }) => name)
    .toSorted((a, b) => edits(a) - edits(b));
  if (near === undefined) return [];
  return holding.length > 0 || edits(near) <= Math.max(1, near.length / 3) ? [near] : [];
}

/** `; did you mean list.limit?` for whoever misspelt a name, and what else to say if nothing is near. */
export function didYouMean(text: string, candidates: readonly string[], otherwise = ''): string {
  const near = nearby(text, candidates);
  if (near.length === 0) return otherwise;
  const more = near.length - namesShown;
  const others = more > 0 ? [`another (${more} more begin so)`] : [];
  return `; did you mean ${listed([...near.slice(0, namesShown), ...others], 'or')}?`;
}

/** The words of a name: `maxBody`, `--max-body` and `PETSTORE_MAX_BODY` join them in three ways. */
function words(text: string): string[] {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
