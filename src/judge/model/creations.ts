import type { Finding } from '../outcome.ts';
import { problemsOfProbed } from '../pets.ts';
import type { Seen, SeenCreation } from './seen.ts';

/**
 * Judges every creation that was accepted, gap probes too (section 4.2, rule 2): its answer is an animal with the
 * values sent. Returns only problems.
 */
export function judgeCreations({ creations }: Seen): Finding[] {
  return creations.flatMap((creation) => [
    ...changedValues(creation),
    ...problemsOfProbed(creation.exchange),
  ]);
}

function changedValues({ exchange, sent, pet }: SeenCreation): Finding[] {
  if (sent === undefined || pet === undefined) return [];
  // A body that had to be refused may have been read in another way: that fails another requirement.
  if (sent.name === undefined || sent.categoryId === undefined) return [];
  const changes: string[] = [];
  if (pet.name !== undefined && pet.name !== sent.name && !mayBeTidied(sent.name)) {
    changes.push(`name is ${brief(pet.name)}, but the creation sent ${brief(sent.name)}`);
  }
  if (pet.categoryId !== undefined && pet.categoryId !== sent.categoryId) {
    changes.push(`categoryId is ${pet.categoryId}, but the creation sent ${sent.categoryId}`);
  }
  const unknown = pet.hasStatus && pet.status === undefined;
  if (sent.status !== undefined && pet.status !== sent.status && !unknown) {
    changes.push(`status is ${pet.status ?? 'absent'}, but the creation sent ${sent.status}`);
  }
  return changes.map((problem) => ({
    id: 'create.keeps-values' as const,
    exchange: exchange.index,
    at: 'createPet 201',
    problem,
  }));
}

/** Limits on names are open: white space at the ends, what cannot be seen, and other forms of Unicode. */
function mayBeTidied(name: string): boolean {
  return name.trim() !== name || /\p{C}/u.test(name) || name.normalize('NFC') !== name;
}

function brief(name: string): string {
  const text = JSON.stringify(name);
  return text.length > 60 ? `${text.slice(0, 50)}… (${[...name].length} characters)` : text;
}
