import { type Document, isMap, isSeq, visit, type YAMLSeq } from 'yaml';
import type { RequiredId } from '../../catalogue/catalogue.ts';
import { required } from '../../catalogue/required.ts';
import { applyBaseline, requirementsOf } from './apply.ts';
import type { ExpectedFailure, JudgedRun } from './expected-failure.ts';
import { parseBaseline } from './parse.ts';

/** The changes that bring a baseline up to date with a run. */
export interface BaselineChange {
  /** Failed requirements that have no entry. */
  readonly add: readonly RequiredId[];
  /** Entries whose requirement passed. */
  readonly remove: readonly string[];
  /** Entries that have expired while their requirement is still open: only their owner may renew them. */
  readonly expired: readonly ExpectedFailure[];
}

/**
 * The entries to add and to remove after a run, on a day (as 2027-01-31, UTC). Entries of requirements that were not
 * judged stay.
 */
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

/** The text of an empty baseline, with the path of the schema for editors if there is one. */
export function emptyBaseline(schema: string | undefined): string {
  const modeline = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${modeline}formatVersion: 1\nknown-failures: []\n`;
}

/**
 * The text of a baseline after adding entries at its end and removing others. Comments and the order of the rest stay.
 * Throws a `SettingsError` if the text is not a baseline.
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
  // Long texts stay on one line, and empty lines have no blanks.
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
  // The library attaches the comment on the first entry to the list: it is removed with the entry.
  list.commentBefore =
    list.commentBefore
      ?.split(/\n[ \t]*\n/)
      .slice(0, -1)
      .join('\n\n') ?? null;
  if (isMap(next)) next.spaceBefore = Boolean(list.commentBefore);
}

/** An anchor may be removed with its entry, so each alias is replaced by its value. */
function resolveAliases(document: Document): void {
  visit(document, {
    Alias: (_key, alias) => document.createNode(alias.toJS(document)),
  });
}
