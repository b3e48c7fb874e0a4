import { distance } from 'fastest-levenshtein';

/**
 * The candidate that the text most likely stands for: one that holds all of its words
 * (`PETSTORE_URL`: `PETSTORE_BASE_URL`), else the one with the fewest edits, without regard to letter case.
 * There must be at least one candidate.
 */
export function nearest(text: string, candidates: readonly string[]): string {
  const wanted = words(text);
  const holding = candidates.filter((candidate) => {
    const held = words(candidate);
    return wanted.length > 1 && wanted.every((word) => held.includes(word));
  });
  return closest(text, holding.length > 0 ? holding : candidates);
}

function closest(text: string, candidates: readonly string[]): string {
  const edits = (candidate: string) => distance(text.toLowerCase(), candidate.toLowerCase());
  return candidates.reduce((best, candidate) =>
    edits(candidate) < edits(best) ? candidate : best,
  );
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
