import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { SettingsError } from '../../settings/settings-error.ts';
import { visible } from '../../text/visible.ts';

/** Keys and indexes from the root of a document down. */
export type Path = readonly (string | number)[];

/** A YAML file, its contents as plain data, and where in the file each part stands. */
export interface YamlFile {
  readonly file: string;
  readonly document: Document;
  readonly value: unknown;
  /** The line of a part, from 1; of what contains it if the part has no place of its own. */
  lineOf(path: Path): number;
  /** Line of a key within a map. */
  lineOfKey(path: Path, key: string): number;
}

const maxCharacters = 256_000;
const maxAliases = 100;

/** Far deeper than any baseline: the parser would exhaust the stack and crash. */
const tooDeep = /^ *(?:[-?:][ \t]+){20}/m;

/**
 * Reads YAML 1.2 (core schema, so that a day stays text). Throws a `SettingsError` that names file and line
 * if the text is not YAML, or would grow beyond measure.
 */
export function parseYaml(text: string, file: string): YamlFile {
  if (text.length > maxCharacters || tooDeep.test(text)) {
    throw refusal(file, 1, 'must be a baseline; this is far too long or nests far too deep');
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
    // The parser would compare each key with all before it, which takes seconds for thousands of keys.
    uniqueKeys: false,
  });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const [error] = document.errors;
  if (error !== undefined) {
    throw refusal(file, lineAt(error.pos[0]), `is not valid YAML: ${wordsFor(error)}`);
  }
  const { keys, second } = keysOf(document);
  if (second !== undefined) {
    throw refusal(file, lineAt(second), 'is not valid YAML: Map keys must be unique');
  }
  return {
    file,
    document,
    value: contentsOf(document, file),
    lineOf: (path) => lineAt(offsetOf(document, path)),
    lineOfKey: (path, key) => {
      const map = path.length === 0 ? document.contents : document.getIn(path, true);
      const found = isMap(map) ? keys.get(map)?.get(key) : undefined;
      return lineAt(found ?? offsetOf(document, path));
    },
  };
}

/** Where each key of each map stands, and the first duplicate key. */
function keysOf(document: Document) {
  const keys = new Map<YAMLMap, Map<unknown, number>>();
  let second: number | undefined;
  visit(document, {
    Map(_, map) {
      const own = new Map<unknown, number>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (own.has(key.value)) second = Math.min(at, second ?? at);
        else own.set(key.value, at);
      }
      keys.set(map, own);
    },
  });
  return { keys, second };
}

/** An error about a place in a file, for its reader. */
export function refusal(file: string, line: number, problem: string): SettingsError {
  return new SettingsError(`${visible(file)}:${line}: ${visible(problem)}`);
}

function contentsOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    throw refusal(file, 1, error instanceof Error ? error.message : String(error));
  }
}

function wordsFor({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'there must be one document, without another "---"';
  if (/call stack/.test(message)) return 'it nests far too deep';
  if (code === 'TAB_AS_INDENT') return 'lines are indented with spaces, never with tabs';
  const hint = /reserved character|Nested mappings/.test(message) ? '; put the text in quotes' : '';
  return message + hint;
}

function offsetOf(document: Document, path: Path): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
