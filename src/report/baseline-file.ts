/** The file of known failures: YAML that people write, read strictly and edited without losing their comments. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { published } from '../package/validator.ts';
import { codeOf, readText } from '../settings/files.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { findRequirement, type RequiredId, required } from '../spec/catalogue.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted, visible } from '../text/visible.ts';
import { applyBaseline, type Baseline, type ExpectedFailure, type JudgedRun } from './baseline.ts';
import type { BaselineEntry, EntryState } from './report.ts';

/** Where a baseline is to be read from. */
interface BaselineSource {
  readonly file: string;
  /** The setting that names the file, as in `--baseline`. */
  readonly label: string;
}

/**
 * The baseline of a file. Throws a `SettingsError` of one line, also if an entry holds a key (`holdsKey`), as reports
 * show entries.
 */
export function readBaseline(
  source: BaselineSource,
  holdsKey: (text: string) => boolean,
): Baseline {
  const { file } = source;
  const { entries } = parseBaseline(readBaselineText(source), file);
  refuseKeys(entries, file, holdsKey);
  return { file, entries };
}

/** The text of a baseline file. Throws a `SettingsError` if it cannot be read. */
export function readBaselineText({ file, label }: BaselineSource): string {
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

/** What would be right, by key, as in `schemas/baseline.schema.json`. */
const ofFile = {
  formatVersion: 'must be 1',
  'known-failures': 'must be a list of entries, [] for none',
};
const inQuotes = 'in quotes if it begins with # or is a number';
const ofEntry = {
  requirement: 'must be the id of a requirement, as list.limit',
  reason: `must be a text of at most 500 characters, ${inQuotes}`,
  owner: `must be a text of at most 200 characters, ${inQuotes}`,
  expires: 'must be a valid date such as 2027-01-31',
};

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
  const contents = contentsOf(document, (problem) => refuse(0, problem));
  const isContents = contentsValidator();
  if (!isContents(contents)) {
    // A misspelt key is most often the one that is missing.
    const errors = isContents.errors ?? [];
    const first = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
    if (first === undefined) throw new Error(`${file}: refused without a reason`);
    const path = first.instancePath.split('/').slice(1);
    return refuse(offsetOf(document, path), problemOf(first, path));
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

/** The value; refused if it has an alias of nothing. */
function contentsOf(document: Document, refuse: (problem: string) => never): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Where a part stands in the text; what contains it if the part has no place of its own. */
function offsetOf(document: Document, path: readonly string[]): number {
  const parts = path.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const node = document.getIn(parts.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

/** How a text breaks the schema at a path, and what would be right. */
function problemOf({ keyword, params }: ErrorObject, path: readonly string[]): string {
  const right: Readonly<Record<string, string>> = path.length === 0 ? ofFile : ofEntry;
  const keys = Object.keys(right).join(', ');
  if (keyword === 'additionalProperties') {
    return `unknown key ${quoted(String(params.additionalProperty))}; the keys are ${keys}`;
  }
  if (keyword === 'required') {
    const key = String(params.missingProperty);
    return `${key} is missing: it ${right[key]}`;
  }
  const key = path.at(-1) ?? '';
  const due = { ...ofFile, ...right }[key];
  if (due !== undefined) return `${key} ${due}`;
  return `${key === '' ? 'a baseline' : 'an entry'} must be a map with the keys ${keys}`;
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
  /** Entries that have expired while their requirement is still open: only their owner may renew them. */
  readonly expired: readonly BaselineEntry[];
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
  const known = new Set<string>(entries.map(({ requirement }) => requirement));
  const failed = run.requirements.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
  const inState = (state: EntryState) => judged.filter((entry) => entry.state === state);
  return {
    add: failed.flatMap((id) => (known.has(id) ? [] : (requiredId(id) ?? []))),
    remove: inState('stale').map(({ requirement }) => requirement),
    expired: inState('expired'),
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
    // An anchor may go with its entry, so each alias is replaced by its value.
    visit(document, { Alias: (_, alias) => document.createNode(alias.toJS(document)) });
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
