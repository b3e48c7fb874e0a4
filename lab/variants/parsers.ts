import { type Change, jsonOf, membersOf, readingBody } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';

/** Reads what is not JSON as if it were this JSON. */
const extended = (as: (body: string) => string): Change =>
  readingBody((body) => {
    if (jsonOf(body) !== undefined) return body;
    const other = as(body);
    return membersOf(other) === undefined ? body : other;
  });

/** Parsers that accept extensions of JSON, as they may (RFC 8259, section 9): the animals are valid. */
export const parserVariants: readonly Variant[] = [
  {
    id: 'parser.first-value',
    title: 'stops reading after the first JSON value, as decoders of streams do',
    change: extended((body) => body.replace(/\}[^}]*$/, '}')),
    advised: ['create.strict-json'],
  },
  {
    id: 'parser.commas',
    title: 'reads JSON with a comma after the last member',
    change: extended((body) => body.replace(/,+\s*\}$/, '}')),
    advised: ['create.strict-json'],
  },
  {
    id: 'parser.json5',
    title: 'reads JSON5: quotes, signs, hexadecimal numbers and names without quotes',
    change: extended((body) =>
      body
        .replace(/'/g, '"')
        .replace(/([{,]\s*)(\w+)(\s*:)/g, '$1"$2"$3')
        .replace(/:\s*\+?0x([\da-f]+)/gi, (_, hex: string) => `:${Number.parseInt(hex, 16)}`)
        .replace(/:\s*\+/g, ':'),
    ),
    advised: ['create.strict-json'],
  },
];
