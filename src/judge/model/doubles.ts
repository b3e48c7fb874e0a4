import type { Answered } from '../../http/exchange.ts';
import type { Finding } from '../outcome.ts';
import type { Pet } from '../pet.ts';
import type { Seen, SeenCreation, SeenRead } from './seen.ts';

/** Others may copy an animal of the run during the run; hardly two of them, name by name. */
const mostCopied = 1;

/**
 * Judges that a creation makes one animal (section 4.2): a list that shows names of this run, each of which was sent
 * once, under two ids at the same time shows that they were made twice. So do reads that show them under ids between
 * those that the run was given. Under a challenge only such ids count in lists, too: an earlier run with the same
 * challenge, as one that was cut short, has left animals of the same names.
 */
export function judgeDoubles(seen: Seen, challenged = false): Finding[] {
  // An animal that was given the name of another one fails `create.keeps-values`.
  if (seen.creations.some(({ sent, pet }) => pet?.name !== undefined && pet.name !== sent?.name)) {
    return [];
  }
  const sentOnce = namesSentOnce(seen);
  if (namesShownFirst(seen, sentOnce).size > mostCopied) return [];
  const lists = challenged ? listed(seen).map(withoutOutside(seen)) : listed(seen);
  for (const { pets, exchange, at } of [...lists, ...readBeside(seen)]) {
    const doubled = doubledNames(pets, sentOnce);
    const [first] = doubled;
    if (first === undefined || doubled.length <= mostCopied) continue;
    const [name, ids] = first;
    const problem = `one creation of ${JSON.stringify(name)} made the animals ${ids.join(' and ')}, and so for ${doubled.length} names of this run`;
    const also = seen.creations
      .filter(({ sent }) => sent?.name === name)
      .map((one) => one.exchange.index);
    return [{ id: 'create.server-id', exchange: exchange.index, also, at, problem }];
  }
  return [];
}

/** An answer, or several, that show several animals. */
interface Look {
  readonly pets: readonly Pet[];
  readonly exchange: Answered;
  readonly at: string;
}

const listed = ({ lists }: Seen): Look[] =>
  lists.map(({ pets, exchange }) => ({ pets, exchange, at: 'listPets 200' }));

/** Names of the run that were shown before it sent them: an earlier run has used its challenge. */
function namesShownFirst({ creations, lists, reads }: Seen, names: ReadonlySet<string>) {
  const shown = new Map<string | undefined, Answered[]>();
  const see = ({ name }: Pet, exchange: Answered) => {
    if (name !== undefined && names.has(name))
      shown.set(name, [...(shown.get(name) ?? []), exchange]);
  };
  for (const { pets, exchange } of lists) for (const pet of pets) see(pet, exchange);
  for (const { pet, exchange } of reads) if (pet) see(pet, exchange);
  const sent = creations.filter(({ sent: { name = '' } = {} }) => names.has(name));
  const isFirst = ({ sent: { name } = {}, exchange }: SeenCreation) =>
    shown
      .get(name)
      ?.some((look) => look.finishedAt <= exchange.startedAt && look.index < exchange.index);
  return new Set(sent.filter(isFirst).map(({ sent: { name } = {} }) => name));
}

const idsGiven = ({ creations }: Seen) => creations.flatMap(({ pet }) => pet?.id ?? []);

const isWithin = (id: bigint, ids: readonly bigint[]) =>
  ids.some((one) => one <= id) && ids.some((one) => one >= id);

/** Takes out of a look the animals whose ids are not between those that the run was given. */
function withoutOutside(seen: Seen): (look: Look) => Look {
  const ids = idsGiven(seen);
  return (look) => ({
    ...look,
    pets: look.pets.filter(({ id }) => id !== undefined && isWithin(id, ids)),
  });
}

/** The animals that the run was given, and those that reads show between them. */
function readBeside(seen: Seen): Look[] {
  const { creations, reads } = seen;
  const given = creations.flatMap(({ pet }) => pet ?? []);
  const ids = idsGiven(seen);
  const isBetween = ({ id, pet }: SeenRead) =>
    pet?.id === id && !ids.includes(id) && isWithin(id, ids);
  const beside = reads.filter(isBetween);
  const last = beside.at(-1);
  if (last === undefined) return [];
  const pets = [...given, ...beside.flatMap(({ pet }) => pet ?? [])];
  return [{ pets, exchange: last.exchange, at: 'getPet 200' }];
}

/** Names of accepted creations that no other request of the run sent. */
function namesSentOnce({ creations }: Seen): Set<string> {
  const times = new Map<string, number>();
  for (const { sent } of creations) {
    if (sent?.name !== undefined) times.set(sent.name, (times.get(sent.name) ?? 0) + 1);
  }
  return new Set(
    creations.flatMap(({ pet }) =>
      pet?.name !== undefined && times.get(pet.name) === 1 ? [pet.name] : [],
    ),
  );
}

function doubledNames(
  pets: readonly Pet[],
  names: ReadonlySet<string>,
): (readonly [name: string, ids: readonly bigint[]])[] {
  const byName = new Map<string, Set<bigint>>();
  for (const { id, name } of pets) {
    if (id === undefined || name === undefined || !names.has(name)) continue;
    byName.set(name, (byName.get(name) ?? new Set()).add(id));
  }
  return [...byName].flatMap(([name, ids]) => (ids.size > 1 ? [[name, [...ids]] as const] : []));
}
