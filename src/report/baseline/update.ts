import { type Document, isMap, isSeq, visit, type YAMLSeq } from 'yaml';
import type { RequiredId } from '../../catalogue/catalogue.ts';
import { required } from '../../catalogue/required.ts';
import { applyBaseline, requirementsOf } from './apply.ts';
import type { ExpectedFailure, JudgedRun } from './expected-failure.ts';
import { parseBaseline } from './parse.ts';

/** What brings a baseline into step with a run. */
export interface BaselineChange {
  /** Failed requirements that have no entry. */
  readonly add: readonly RequiredId[];
  /** Entries whose requirement passed. */
  readonly remove: readonly string[];
  /** Entries whose day is over, and whose requirement still stands open: nobody renews them but their owner. */
  readonly expired: readonly ExpectedFailure[];
}

/** What is to be added and taken off after a run, on a day (as 2027-01-31, UTC). Requirements not judged stay. */
export function planUpdate(
  run: JudgedRun,
  entries: readonly ExpectedFailure[],
  day: string,
): BaselineChange {
  const judged = applyBaseline(run, entries, day);
  const failed = new Set(
    run.requirements.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
  );
  const over = new Set(requirementsOf(judged, 'expired'));
  const known = new Set<string>(entries.map(({ requirement }) => requirement));
  return {
    add: required.map(({ id }) => id).filter((id) => failed.has(id) && !known.has(id)),
    remove: requirementsOf(judged, 'cured'),
    expired: entries.filter(({ requirement }) => over.has(requirement)),
  };
}

/** The text of a baseline without entries, with the schema for editors if there is a path to it. */
export function emptyBaseline(schema: string | undefined): string {
  const modeline = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${modeline}formatVersion: 1\nknown-failures: []\n`;
}

/**
 * The text of a baseline after entries were added at its end and others taken off. Comments and the order of
 * the rest stay. Throws a `SettingsError` if the text is not a baseline.
 */
export function editBaseline(
  text: string,
  file: string,
  { add, remove }: { readonly add: readonly ExpectedFailure[]; readonly remove: readonly string[] },
): string {
  const { document } = parseBaseline(text, file);
  const list = document.get('known-failures');
  if (!isSeq(list)) throw new Error(`${file}: the list of a valid baseline is not a list`);
  if (remove.length > 0) takeOff(document, list, remove);
  for (const { requirement, reason, owner, expires } of add) {
    list.flow = false;
    list.add(document.createNode({ requirement, reason, owner, expires }));
  }
  // Long texts stay on their line; lines that look empty are.
  return document.toString({ lineWidth: 0 }).replace(/^ +$/gm, '');
}

function takeOff(document: Document, list: YAMLSeq, ids: readonly string[]): void {
  resolveAliases(document);
  const [first] = list.items;
  list.items = list.items.filter(
    (item) => !isMap(item) || !ids.includes(String(item.get('requirement'))),
  );
  const [next] = list.items;
  if (first === next) return;
  // The library gives what is said of the first entry to the list: it goes with the entry.
  list.commentBefore =
    list.commentBefore
      ?.split(/\n[ \t]*\n/)
      .slice(0, -1)
      .join('\n\n') ?? null;
  if (isMap(next)) next.spaceBefore = Boolean(list.commentBefore);
}

/** An anchor may go with the entry that holds it, so that each alias becomes what it stands for. */
function resolveAliases(document: Document): void {
  visit(document, {
    Alias: (_key, alias) => document.createNode(alias.toJS(document)),
  });
}
