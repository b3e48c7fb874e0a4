/** The specification as its owner wrote it, sentence by sentence, each with what decides it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package/package.ts';
import { links } from './sentence-links.ts';

/** A sentence, a heading or a row of a table. */
interface Sentence {
  readonly section: string;
  /** The cells of a row stand between bars, code between backticks. */
  readonly text: string;
  /** Ids of the catalogue that decide it or record an answer to it; none if there is nothing to decide. */
  readonly ids: readonly string[];
}

let read: readonly Sentence[] | undefined;

/** Every sentence. Throws if one has no link and is no introduction. */
export function sentences(): readonly Sentence[] {
  read ??= linked(readFileSync(join(packageRoot, 'docs/specification.md'), 'utf8'));
  return read;
}

/** The sentences that an id decides. */
export const sentencesFor = (id: string): readonly Sentence[] =>
  sentences().filter(({ ids }) => ids.includes(id));

function linked(markdown: string): Sentence[] {
  const found: Sentence[] = [];
  let section = '';
  let at = 0;
  for (const line of markdown.split('\n').filter((_, row, lines) => isText(row, lines))) {
    const title = /^#+ (?:(\d(?:\.\d)?)\.? )?(.*)$/.exec(line);
    section = title?.[1] ?? section;
    for (const text of title ? [title[2] ?? ''] : sentencesOf(line)) {
      const [where, begins = '', said = ''] = links[at] ?? [];
      const isLinked = where === section && text.startsWith(begins);
      if (!isLinked && title === null && !text.endsWith(':')) {
        throw new Error(`link ${at} is not that of section ${section}: ${text}`);
      }
      if (isLinked) at += 1;
      found.push({ section, text, ids: isLinked && !said.endsWith('.') ? said.split(' ') : [] });
    }
  }
  return found;
}

/** Neither blank nor the head of a table. */
const isText = (row: number, lines: readonly string[]) =>
  lines[row] !== '' && !/^\|---/.test(lines[row] ?? '') && !/^\|---/.test(lines[row + 1] ?? '');

function sentencesOf(line: string): string[] {
  if (line.startsWith('|')) return [line.slice(1, -1).trim()];
  return line.replace(/^(?:-|\d\.) /, '').split(/(?<=\.) (?=[A-Z])/);
}
