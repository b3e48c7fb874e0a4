/** Texts of a service, or of settings, that try to be more than text: in every report they are text. */
import { lexer, type Token } from 'marked';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { annotations } from './annotations.ts';
import { badge } from './badge.ts';
import { renderOutcome } from './console.ts';
import { toHar } from './har.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { progress } from './progress.ts';
import { harmless, hostileTexts, saysEverywhere } from './testing/hostile.ts';
import { formats } from './write.ts';

/** Everything that is written, by name. */
function written(text: string): Record<string, string> {
  const { report, record } = saysEverywhere(text);
  return Object.fromEntries(
    formats.map(({ name, render }) => [name, render(report, record.exchanges)]),
  );
}

/** What GitHub, Azure Pipelines or TeamCity take for commands in a line of a log. */
const commands = /^\s*::|##(?:vso|teamcity)?\[/i;

/** What acts on a terminal or cannot be seen, but for line feeds. */
const acting =
  /[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029\u00ad\u115f\u180e\u200b\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\u034f/u;

function linesPrinted(text: string, color: boolean): string[] {
  const { report, record } = saysEverywhere(text);
  const look = { color, written: ['reports/conformance.json'], exit: 1 };
  const out: string[] = [];
  const { onEvent } = progress({ write: (more) => out.push(String(more)) }, { live: false });
  onEvent({ type: 'pause', pause: { startedAt: 0, seconds: 9, reason: text, kind: 'retry' } });
  for (const result of record.checks.get('list.limit') ?? []) {
    onEvent({ type: 'check-finished', id: 'list.limit', result });
  }
  const printed = out.join('') + renderOutcome(report, record.exchanges, look);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the suite's own colours.
  return printed.replaceAll(/\u001b\[\d+m/g, color ? '' : '$&').split('\n');
}

/** Elements with their attributes, in order; what is between them is text. */
function elementsOf(node: DefaultTreeAdapterTypes.Node): string[] {
  const own = defaultTreeAdapter.isElementNode(node)
    ? [`${node.tagName} ${node.attrs.map(({ name, value }) => `${name}=${value}`).join(' ')}`]
    : [];
  const children = 'childNodes' in node ? node.childNodes : [];
  return [...own, ...children.flatMap(elementsOf)];
}

/** What Markdown makes of a text: kinds of blocks and spans. */
function structureOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'text' && !('tokens' in token)) return [];
    if (token.type === 'escape' || token.type === 'space') return [];
    return [token.type, ...structureOf('tokens' in token ? (token.tokens ?? []) : [])];
  });
}

/** Strict: throws for what is not well-formed. Element names, and all text and attributes. */
function readXml(xml: string): { names: string[]; text: string } {
  const parser = new SaxesParser();
  const names: string[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.push(`${name} ${Object.keys(attributes).join(' ')}`);
    text += Object.values(attributes).join('\n');
  });
  parser.on('text', (more) => {
    text += more;
  });
  for (const kind of ['comment', 'cdata', 'doctype', 'processinginstruction'] as const) {
    parser.on(kind, () => {
      throw new Error(`it contains a ${kind}`);
    });
  }
  parser.write(xml).close();
  return { names, text };
}

/** Every string of a value, member names too. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsOf(inner)]);
}

describe.each(hostileTexts)('%s', (name, text) => {
  const plain = harmless(text);

  test.each([true, false])('the console shows it and it does nothing, colours: %s', (color) => {
    const lines = linesPrinted(text, color);
    for (const line of lines) {
      expect(line).not.toMatch(acting);
      expect(line).not.toMatch(commands);
    }
    expect(lines.join('\n')).toContain('FAILED list.limit');
  });

  test('an annotation is one line, and the only command', () => {
    const { report, record } = saysEverywhere(text);
    const lines = annotations(report, record.exchanges).split('\n').slice(0, -1);
    const other = annotations(saysEverywhere(plain).report, record.exchanges);
    expect(lines).toHaveLength(other.split('\n').length - 1);
    for (const line of lines) {
      expect(line).toMatch(/^::(?:error|warning) title=[^:]*::/);
      expect(line.slice(2)).not.toMatch(commands);
      expect(line).not.toMatch(acting);
    }
  });

  test('JSON and HAR hold it exactly', () => {
    const { report, record } = saysEverywhere(text);
    const files = written(text);
    for (const file of ['conformance.json', 'traffic.har']) {
      expect(files[file]).not.toMatch(acting);
    }
    expect(JSON.parse(files['conformance.json'] ?? '')).toEqual(report);
    expect(stringsOf(JSON.parse(files['conformance.json'] ?? ''))).toContain(text);
    const har = toHar(record.exchanges, report.suite);
    expect(JSON.parse(files['traffic.har'] ?? '')).toEqual(har);
    expect(JSON.parse(files['traffic.har'] ?? '').log.entries[1].response).toMatchObject({
      statusText: text,
      headers: expect.arrayContaining([{ name: `x-${text}`, value: text }]),
      content: { mimeType: text, text },
      redirectURL: text,
    });
  });

  test('no line of any file is a command to a build server', () => {
    for (const [file, content] of Object.entries(written(text))) {
      const found = content.split('\n').filter((line) => commands.test(line));
      expect(found, file).toEqual([]);
    }
  });

  test('JUnit is well-formed, with the elements of any other report', () => {
    const render = (said: string) => {
      const { report, record } = saysEverywhere(said);
      return junit(report, record.exchanges);
    };
    const read = readXml(render(text));
    expect(read.names).toEqual(readXml(render(plain)).names);
    expect(render(text)).not.toMatch(acting);
    if (name === 'HTML' || name === 'entities') {
      expect(read.text).toContain(text);
    }
  });

  test('Markdown has the blocks and spans of any other report', () => {
    const render = (said: string) => {
      const { report, record } = saysEverywhere(said);
      return markdown(report, record.exchanges);
    };
    expect(structureOf(lexer(render(text)))).toEqual(structureOf(lexer(render(plain))));
    // The suite's own end of what would be a mention.
    expect(render(text).replaceAll('&#8203;', '')).not.toMatch(acting);
    // What is in a code block is text anyhow.
    const outside = render(text).replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    // GitHub looks for mentions and references in the rendered text.
    const shown = outside.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(shown).not.toMatch(/@\w|#\d|GH-\d/);
  });

  test('HTML has the elements and attributes of any other page', () => {
    const render = (said: string) => {
      const { report, record } = saysEverywhere(said);
      return page(report, record.exchanges);
    };
    const html = render(text);
    expect(elementsOf(parse(html))).toEqual(elementsOf(parse(render(plain))));
    expect(html).not.toMatch(acting);
  });

  test('the badge says nothing of it', () => {
    expect(badge(saysEverywhere(text).report)).toBe(badge(saysEverywhere(plain).report));
  });
});
