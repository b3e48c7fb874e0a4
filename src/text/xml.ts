import { escaped, harmless } from './visible.ts';

/** An element of XML: written by `toXml`. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Elements, or one text. */
  readonly content: readonly XmlElement[] | string;
}

export function element(
  name: string,
  attributes: XmlElement['attributes'] = {},
  content: XmlElement['content'] = [],
): XmlElement {
  return { name, attributes, content };
}

/** A document of XML 1.0 in UTF-8, indented. What XML cannot hold, or acts on who reads it, is written as `\ufffe`. */
export function toXml(root: XmlElement): string {
  return harmless(`<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`);
}

function lines({ name, attributes, content }: XmlElement, indent: string): string[] {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapedValue(`${value}`)}"`,
  );
  const start = `${indent}<${name}${written.join('')}`;
  if (content.length === 0) return [`${start}/>`];
  if (typeof content === 'string') return [`${start}>${escapedText(content)}</${name}>`];
  return [
    `${start}>`,
    ...content.flatMap((child) => lines(child, `${indent}  `)),
    `${indent}</${name}>`,
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** An attribute's value: a line feed is kept, which a parser would read as a blank. */
function escapedValue(text: string): string {
  return possible(text).replace(/[&<>"\n\t]/g, (character) => entities[character] ?? character);
}

function escapedText(text: string): string {
  return possible(text).replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Without what XML 1.0 forbids in a document (section 2.2, `Char`), made visible instead. */
function possible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
    /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu,
    escaped,
  );
}
