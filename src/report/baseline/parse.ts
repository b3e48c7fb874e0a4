import type { ErrorObject } from 'ajv/dist/2020.js';
import { findRequirement, type RequiredId } from '../../catalogue/catalogue.ts';
import { required } from '../../catalogue/required.ts';
import { published } from '../../package/validator.ts';
import { didYouMean } from '../../text/nearest.ts';
import { quoted } from '../../text/visible.ts';
import type { Baseline, BaselineEntry, ExpectedFailure } from './expected-failure.ts';
import { type Path, parseYaml, refusal, type YamlFile } from './yaml.ts';

interface Contents {
  readonly 'known-failures': readonly BaselineEntry[];
}

const contentsValidator = published<Contents>('baseline', { allErrors: true });

/** A problem and its line. */
interface LineProblem {
  readonly line: number;
  readonly text: string;
}

/** A baseline and the document that it was read from, to be edited. */
export interface ParsedBaseline extends Baseline {
  readonly document: YamlFile['document'];
}

const rootKeys = ['formatVersion', 'known-failures'];
const entryKeys = ['requirement', 'reason', 'owner', 'expires'];

/** What would be right, by key, as in `schemas/baseline.schema.json`. */
const right: Readonly<Record<string, string>> = {
  formatVersion: 'must be 1',
  'known-failures': 'must be a list of entries, [] for none',
  requirement: 'must be the id of a requirement, as list.limit',
  reason: 'must be a text of at most 500 characters, in quotes if it begins with # or is a number',
  owner: 'must be a text of at most 200 characters, in quotes if it begins with # or is a number',
  expires: 'must be a day that exists, as 2027-01-31',
};

/**
 * The known failures in a baseline file. Throws a `SettingsError` of one line that names each place where the text
 * breaks the schema, names a requirement twice, or names one that may not stand there; or the first place if the text
 * is not YAML.
 */
export function parseBaseline(text: string, file: string): ParsedBaseline {
  const yaml = parseYaml(text, file);
  const contents = yaml.value;
  const named = namedIn(contents);
  const isContents = contentsValidator();
  if (!isContents(contents)) {
    const errors = withoutFollowing(isContents.errors ?? []);
    const refused = new Set(errors.map(({ instancePath }) => instancePath));
    const others = named.filter(({ at }) => !refused.has(`/known-failures/${at}/requirement`));
    throw refusalOf(
      [...errors.map((error) => problemOf(error, yaml)), ...unfitIn(others, yaml)],
      file,
    );
  }
  const problems = unfitIn(named, yaml);
  if (problems.length > 0) throw refusalOf(problems, file);
  const entries = contents['known-failures'].flatMap((entry): ExpectedFailure[] => {
    const requirement = requirementOf(entry.requirement);
    const { reason, owner, expires } = entry;
    return requirement === undefined
      ? []
      : [{ requirement, reason: asOneLine(reason), owner: asOneLine(owner), expires }];
  });
  return { file, entries, document: yaml.document };
}

/** An entry's place, and the id that it names. */
interface Named {
  readonly at: number;
  readonly id: string;
}

/** The entries that name an id, whatever else is wrong. */
function namedIn(contents: unknown): Named[] {
  const list: unknown = isRecord(contents) ? contents['known-failures'] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, at): Named[] =>
    isRecord(entry) && typeof entry.requirement === 'string' ? [{ at, id: entry.requirement }] : [],
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The entries whose id is unknown, or stands there already. */
function unfitIn(named: readonly Named[], yaml: YamlFile): LineProblem[] {
  const seen = new Set<string>();
  return named.flatMap(({ at, id }) => {
    const line = yaml.lineOf(['known-failures', at, 'requirement']);
    if (requirementOf(id) === undefined) return [{ line, text: unfit(id) }];
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ line, text: `${id} stands here for a second time; leave one entry` }];
  });
}

/** The requirement of an id; undefined if none has it. */
function requirementOf(id: string): RequiredId | undefined {
  return required.find((requirement) => requirement.id === id)?.id;
}

/** Why no entry may name the id. */
function unfit(id: string): string {
  const requirement = findRequirement(id);
  if (requirement === undefined) {
    const ids = required.map((one) => one.id);
    return `no requirement has the id ${quoted(id)}${didYouMean(id, ids)}`;
  }
  const whys: Readonly<Record<string, string>> = {
    advisory: 'is an advisory, which never decides',
    gap: 'is a gap, which is never judged',
    untested: 'is never tested',
  };
  return `${id} ${whys[requirement.level]}: only requirements belong into a baseline; take it off`;
}

/** Without errors about missing keys in a map that also has an unknown key, which is most often the missing one. */
function withoutFollowing(errors: readonly ErrorObject[]): ErrorObject[] {
  const misspelt = new Set(
    errors
      .filter(({ keyword }) => keyword === 'additionalProperties')
      .map(({ instancePath }) => instancePath),
  );
  return errors.filter(
    ({ keyword, instancePath }) => keyword !== 'required' || !misspelt.has(instancePath),
  );
}

function problemOf(error: ErrorObject, yaml: YamlFile): LineProblem {
  const path = pathOf(error.instancePath);
  const keys = path.length === 0 ? rootKeys : entryKeys;
  if (error.keyword === 'additionalProperties') {
    const key = String(error.params.additionalProperty);
    const text = `unknown key ${quoted(key)}${didYouMean(key, keys, `; the keys are ${keys.join(', ')}`)}`;
    return { line: yaml.lineOfKey(path, key), text };
  }
  const line = yaml.lineOf(path);
  if (error.keyword === 'required') {
    const key = String(error.params.missingProperty);
    return { line, text: `${key} is missing: it ${right[key]}` };
  }
  const key = path.at(-1);
  if (typeof key === 'string') return { line, text: `${key}${shown(yaml, path)}: ${right[key]}` };
  const what = key === undefined ? 'a baseline' : 'an entry';
  return { line, text: `${what} must be a map with the keys ${keys.join(', ')}` };
}

/** A JSON pointer (RFC 6901) as keys and indexes. */
function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** What stands at a place, if it is one value. */
function shown({ document }: YamlFile, path: Path): string {
  const value: unknown = document.getIn(path);
  if (typeof value === 'string') return value.length > 200 ? '' : ` ${quoted(value)}`;
  if (value === null) return ' (empty)';
  return typeof value === 'object' || value === undefined ? '' : ` ${String(value)}`;
}

/** More would not be readable in a line. */
const mostTold = 8;

function refusalOf(problems: readonly LineProblem[], file: string): Error {
  const [first, ...others] = problems.toSorted((a, b) => a.line - b.line);
  if (first === undefined) throw new Error(`${file}: refused without a reason`);
  const told = others.slice(0, mostTold - 1);
  const more = others.length - told.length;
  const words = told.map(({ line, text }) => `; and line ${line}: ${text}`);
  const rest = more > 0 ? ` (and ${more} more)` : '';
  return refusal(file, first.line, `${first.text}${words.join('')}${rest}`);
}

/** A text of several lines as one. */
function asOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
