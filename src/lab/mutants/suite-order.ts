/** Which entries of the lab a mutant is tried on, and in which order. */
import { requirementOf } from '../../catalogue/catalogue.ts';
import { faults } from '../../reference/faults.ts';
import type { Mutant } from './mutant.ts';
import { type EntryReach, type MutantTask, referenceEntry } from './suite-work.ts';

/** The code that only judges what was answered. */
const onlyJudges = /^src\/judge\//;

/** Of this nothing is used but findings and follow-ups, which both are judged again: no run shows more. */
const showsNoMore = /^src\/judge\/model\/[^/]+$/;

/**
 * Of the entries for a file, at most so many that reach a mutant are run; or judged again, and so many run after that.
 * A mutant that only a few reach is run on all of them: judging may also steer a run. What notices a mutant mostly is
 * among the first.
 */
const efforts = {
  /** On what noticed it before alone. */
  again: { run: 1, judged: 1, runDiffering: 1, few: 1, runAfterwards: 1 },
  brief: { run: 8, judged: 8, runDiffering: 0, few: 1, runAfterwards: 0 },
  thorough: { run: 16, judged: 32, runDiffering: 2, few: 8, runAfterwards: 1 },
};

/** On how many entries a mutant is tried. */
export type Effort = keyof typeof efforts;

/** Entries that are put into order for a file, for each reason: more than are tried, as not each reaches each mutant. */
const inOrder = 36;

/** Of code that only judges so many are chosen for its file, and others for all of it: a run costs most as it is kept. */
const inOrderOfJudge = 5;

/** Those that are considered: the first by what they reach, whatever others do. */
const candidates = 250;

/** Of entries that take no longer than this time makes no difference. */
const usualMs = 150;

/** What a place counts for, once an entry that reaches it was chosen: others that reach it may still differ. */
const againCounts = 0.25;

/** A mutant, and what is tried on it. */
export interface Ordered {
  readonly mutant: Mutant;
  /** How many entries reach it. */
  readonly reachedBy: number;
  /** Whether it lies in what runs as modules are loaded. */
  readonly alone: boolean;
  readonly task: Omit<MutantTask, 'folder'>;
}

/**
 * Orders mutants. After the reference server those entries come first that reach places in the file which few others
 * reach, as the one that finds something out, each of them as soon as may be, and faults of what the file decides.
 */
export function ordering(mutants: readonly Mutant[], entries: readonly EntryReach[]) {
  const reached = new Map(entries.map((one) => [one.entry, new Set(one.reached)]));
  const whole = entries.flatMap((one) => (one.whole ? [one.entry] : []));
  const loading = new Set(entries.flatMap((one) => one.loading));
  const ofFiles = new Map<string, readonly string[]>();
  const rarestOf = (place: string, count = inOrder) => {
    const own = mutants.filter((one) => one.file.startsWith(place)).map(({ active }) => active);
    return rarestFirst(own, entries, reached, count);
  };
  const ofFailing = entries
    .filter((one) => one.failing.length > 0)
    .toSorted((a, b) => a.failing.length - b.failing.length || a.milliseconds - b.milliseconds)
    .map((one) => ({ entry: one.entry, places: new Set(one.failing) }));
  /** Entries for which a check fails that reaches a mutant, first those whose checks reach least. */
  const failingAt = ({ active }: Mutant) =>
    ofFailing.flatMap(({ entry, places }) => (places.has(active) ? [entry] : []));
  const entriesAt = entriesByPlace(entries);
  const besideOf = ({ active, file, line }: Mutant) =>
    rarerOf(
      entriesAt.get(active) ?? [],
      mutants
        .filter((one) => one.file === file && Math.abs(one.line - line) <= besideLines)
        .map((one) => entriesAt.get(one.active) ?? []),
    );
  const byJudgesAlone = [
    ...new Set([...faults.filter((one) => one.needsWholeRun).map(({ id }) => id), ...whole]),
  ];
  const ofJudges = lazy(() => rarestOf('src/judge/'));
  const orderOfFile = (file: string) => {
    const order =
      ofFiles.get(file) ??
      (onlyJudges.test(file)
        ? [
            ...rarestOf(file, inOrderOfJudge),
            ...spread(ofJudges(), byJudgesAlone, ofRequirements(file)),
          ]
        : spread(rarestOf(file), ofRequirements(file)));
    ofFiles.set(file, order);
    return order;
  };
  return (mutant: Mutant, effort: Effort, guesses: readonly string[] = []): Ordered => {
    const most = efforts[effort];
    const { active, file } = mutant;
    const alone = loading.has(active);
    const reaches = (entry: string) => alone || reached.get(entry)?.has(active) === true;
    const common = [referenceEntry, ...orderOfFile(file)];
    const failing = onlyJudges.test(file) ? [] : failingAt(mutant);
    const first = [...guesses, ...byTurns(failing, besideOf(mutant), common)];
    const reaching = [...new Set(first)].filter(reaches);
    // Of what few reach none may be among the first.
    const others = entries.map(({ entry }) => entry).filter(reaches);
    const chosen = [...new Set([...reaching, ...others.slice(0, most.run)])];
    const judged = onlyJudges.test(file) && !alone ? chosen.slice(0, most.judged) : [];
    const usual = others.length > most.few ? most.runAfterwards : most.few;
    const afterwards = showsNoMore.test(file) ? 0 : usual;
    const run = chosen.slice(0, judged.length > 0 ? afterwards : most.run);
    const task = { active, judged, runDiffering: most.runDiffering, run, whole };
    return { mutant, alone, reachedBy: others.length, task };
  };
}

/** The entries that reach each place, the quickest first. */
function entriesByPlace(entries: readonly EntryReach[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const { entry, reached } of entries.toSorted((a, b) => a.milliseconds - b.milliseconds)) {
    for (const place of reached) {
      const some = all.get(place);
      if (some) some.push(entry);
      else all.set(place, [entry]);
    }
  }
  return all;
}

/** What a condition decides mostly stands no further from it. */
const besideLines = 3;

/** So many entries of each place beside a mutant come early. */
const fromPlace = 2;

/**
 * Of what the places beside a mutant are reached by, first the rarest, as a condition has its rarer result there; not what
 * is reached whenever the mutant is.
 */
function rarerOf(
  own: readonly string[],
  beside: readonly (readonly string[])[],
): readonly string[] {
  const rarer = beside
    .filter(({ length }) => length < own.length)
    .toSorted((a, b) => a.length - b.length);
  return [...new Set(rarer.flatMap((some) => some.slice(0, fromPlace)))];
}

/** So many of the entries that noticed mutants beside one are tried on it first. */
const fromBeside = 3;

/** What noticed mutants, found by where these stand: mostly it notices those beside them, too. */
export function neighbours() {
  const ofFiles = new Map<string, { line: number; entry: string }[]>();
  return {
    add({ file, line }: Mutant, entry: string): void {
      ofFiles.set(file, [{ line, entry }, ...(ofFiles.get(file) ?? [])]);
    },
    /** The nearest first, of equally near ones the latest. */
    of({ file, line }: Mutant): string[] {
      const distance = (one: { line: number }) => Math.abs(one.line - line);
      const nearest = (ofFiles.get(file) ?? []).toSorted((a, b) => distance(a) - distance(b));
      return [...new Set(nearest.map(({ entry }) => entry))].slice(0, fromBeside);
    },
  };
}

/** A value that is made once it is asked for. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All, one of each in turn. */
function byTurns(...lists: readonly (readonly string[])[]): string[] {
  const turns = Array.from({ length: Math.max(...lists.map(({ length }) => length)) });
  return turns.flatMap((_, at) => lists.flatMap((list) => list[at] ?? []));
}

/** Both, each in its order and spread over the whole. */
function spread(...lists: readonly (readonly string[])[]): string[] {
  return lists
    .flatMap((list) => list.map((entry, at) => ({ entry, place: at / list.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry);
}

/**
 * Faults of the requirements that a file decides, or if it only judges of all, as what it says breaks no other one:
 * by turns one of each.
 */
function ofRequirements(file: string): string[] {
  const turns = new Map<string, number>();
  return faults
    .flatMap(({ id, breaks: [first] }) => {
      const isOwn = requirementOf(first).file === file;
      if (!isOwn && !onlyJudges.test(file)) return [];
      const turn = turns.get(first) ?? 0;
      turns.set(first, turn + 1);
      return [{ id, rank: 2 * turn + (isOwn ? 0 : 1) }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, onlyJudges.test(file) ? 2 * inOrder : inOrder)
    .map(({ id }) => id);
}

/** Entries, each the one that reaches what is rarest and was least reached by those before it. */
function rarestFirst(
  places: readonly string[],
  entries: readonly EntryReach[],
  reached: ReadonlyMap<string, ReadonlySet<string>>,
  count: number,
): string[] {
  const own = entries.map(({ entry, milliseconds }) => ({
    entry,
    milliseconds,
    places: places.filter((place) => reached.get(entry)?.has(place)),
  }));
  const times = new Map<string, number>();
  for (const place of own.flatMap((one) => one.places)) {
    times.set(place, (times.get(place) ?? 0) + 1);
  }
  const worth = new Map([...times].map(([place, count]) => [place, 1 / count]));
  const worthOf = ({ places: some }: (typeof own)[number]) =>
    some.reduce((sum, place) => sum + (worth.get(place) ?? 0), 0);
  const first = own.map((one) => ({ one, worth: worthOf(one) }));
  const left = new Set(
    first
      // Of equal ones the quickest.
      .toSorted((a, b) => b.worth - a.worth || a.one.milliseconds - b.one.milliseconds)
      .slice(0, candidates)
      .map(({ one }) => one),
  );
  const order: string[] = [];
  while (order.length < count && left.size > 0) {
    let best: (typeof own)[number] | undefined;
    let most = -1;
    for (const one of left) {
      // In the time of a slow one several others are tried.
      const worth = worthOf(one) / Math.max(one.milliseconds, usualMs);
      if (worth > most) [best, most] = [one, worth];
    }
    if (best === undefined) break;
    left.delete(best);
    order.push(best.entry);
    for (const place of best.places) worth.set(place, (worth.get(place) ?? 0) * againCounts);
  }
  return order;
}
