/** The file of known failures: YAML that people write, read strictly and edited without losing their comments. */
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { firstFault, published } from '../package/validator.ts';
import { codeOf, readText } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { findRequirement, type RequiredId, required } from '../spec/catalogue.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted, visible } from '../text/visible.ts';
import { applyBaseline, type Baseline, type ExpectedFailure, type JudgedRun } from './baseline.ts';
import type { BaselineEntry } from './report.ts';

/**
 * The baseline of a file. Throws a `SettingsError` of one line, also if an entry holds a key (`holdsKey`), as reports
 * show entries.
 */
export function readBaseline(
  file: string,
  label: string,
  holdsKey: (text: string) => boolean,
): Baseline {
  const { entries } = parseBaseline(readBaselineText(file, label), file);
  refuseKeys(entries, file, holdsKey);
  return { file, entries };
}

/** The text of a baseline file; `label`: the setting that names it, as in `--baseline`. Throws a `SettingsError` if it cannot be read. */
export function readBaselineText(file: string, label: string): string {
  try {
    return readText(file);
  } catch (error) {
    const none = codeOf(error) === 'ENOENT' ? '; baseline update makes one' : '';
    throw new SettingsError(
      `${label} ${quoted(file)}: must be a readable file (${codeOf(error)})${none}`,
    );
  }
}

/** Throws a `SettingsError` if reason or owner of an entry holds a key, in whatever form. */
export function refuseKeys(
  entries: readonly ExpectedFailure[],
  file: string,
  holdsKey: (text: string) => boolean,
): void {
  const found = entries.find(({ reason, owner }) => holdsKey(reason) || holdsKey(owner));
  if (found === undefined) return;
  throw new SettingsError(
    `${visible(file)}: the entry of ${found.requirement} contains the API key, which reports would show: remove it`,
  );
}

/** A baseline and the document that it was read from, to be edited. */
interface ParsedBaseline extends Baseline {
  readonly document: Document;
}

interface Contents {
  readonly 'known-failures': readonly BaselineEntry[];
}

const contentsValidator = published<Contents>('baseline', { allErrors: true });

/**
 * The known failures in a baseline file: YAML 1.2, core schema, so that a day stays text. Throws a `SettingsError` of
 * one line that names the first place that is wrong.
 */
export function parseBaseline(text: string, file: string): ParsedBaseline {
  const lines = new LineCounter();
  const refuse = (offset: number, problem: string): never => {
    const { line } = lines.linePos(offset);
    throw new SettingsError(`${visible(file)}:${Math.max(1, line)}: ${visible(problem)}`);
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error) return refuse(error.pos[0], `is not valid YAML: ${error.message}`);
  visit(document, {
    Alias: (_, { range }) => refuse(range?.[0] ?? 0, 'has an alias: write out what it stands for'),
  });
  const contents: unknown = document.toJS();
  const isContents = contentsValidator();
  if (!isContents(contents)) {
    // A misspelt key is most often the one that is missing.
    const errors = isContents.errors ?? [];
    const first = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    if (first === undefined) throw new Error(`${file}: refused without a reason`);
    const path = first.instancePath.split('/').slice(1);
    return refuse(offsetOf(document, path), firstFault([first]));
  }
  const seen = new Set<string>();
  const entries = contents['known-failures'].map((entry, at): ExpectedFailure => {
    const { reason, owner, expires } = entry;
    const offset = () => offsetOf(document, ['known-failures', `${at}`, 'requirement']);
    const requirement = requiredId(entry.requirement) ?? refuse(offset(), unfit(entry.requirement));
    if (seen.has(requirement)) {
      refuse(offset(), `${requirement} has an entry already; leave one`);
    }
    seen.add(requirement);
    return { requirement, reason: asOneLine(reason), owner: asOneLine(owner), expires };
  });
  return { file, entries, document };
}

/** Where a part stands in the text. */
function offsetOf(document: Document, path: readonly string[]): number {
  const node = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** The id, if a requirement of the level required has it. */
function requiredId(id: string): RequiredId | undefined {
  return required.find((requirement) => requirement.id === id)?.id;
}

/** Why no entry may name the id. */
function unfit(id: string): string {
  const level = findRequirement(id)?.level;
  if (level !== undefined)
    return `${id} never decides a verdict (its level is ${level}): take it off`;
  const ids = required.map((one) => one.id);
  return `no requirement has the id ${quoted(id)}${didYouMean(id, ids)}`;
}

function asOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The changes that bring a baseline up to date with a run. */
export interface BaselineChange {
  /** Failed requirements that have no entry. */
  readonly add: readonly RequiredId[];
  /** Entries whose requirement passed. */
  readonly remove: readonly string[];
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
  const stale = applyBaseline(run, entries, day).filter(({ state }) => state === 'stale');
  const known = new Set<string>(entries.map(({ requirement }) => requirement));
  const failed = run.requirements.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
  return {
    add: failed.flatMap((id) => (known.has(id) ? [] : (requiredId(id) ?? []))),
    remove: stale.map(({ requirement }) => requirement),
  };
}

/** The text of a new baseline. */
export const emptyBaseline = 'formatVersion: 1\nknown-failures: []\n';

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
  if (remove.length > 0) {
    list.items = list.items.filter(
      (item) => !isMap(item) || !remove.includes(String(item.get('requirement'))),
    );
  }
  for (const { requirement, reason, owner, expires } of add) {
    list.flow = false;
    list.add(document.createNode({ requirement, reason, owner, expires }));
  }
  // Long texts stay on one line, and empty lines have no blanks.
  return document.toString({ lineWidth: 0 }).replace(/^ +$/gm, '');
}
