/** What templates, escapes and formats do to names, and to names that look like values of another type. */
import { type Change, faultsOf, keeping } from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';
import { inReadsShowing } from '../store-changes.ts';

const renaming = (change: (name: string) => string): Change =>
  keeping((animal) => ({ ...animal, name: change(animal.name) }));

const dropping = (what: RegExp): Change => renaming((name) => name.replace(what, ''));

/** What names of a run contain among other pieces. */
const inPieces = faultsOf('create.keeps-values', {
  'name.used-as-replacement': [
    'puts a name into its texts as a replacement, where $& stands for what was found',
    renaming((name) => 'NAME'.replace('NAME', name)),
  ],
  'name.used-as-format': [
    'uses a name as a format, where two percent signs stand for one, and %s for an argument',
    renaming((name) => name.replaceAll('%%', '%').replaceAll('%s', '(null)')),
  ],
  'name.settings-filled-in': [
    'fills settings in for what stands in braces behind a dollar',
    dropping(/\$\{[^}]*\}/g),
  ],
  'name.references-resolved': [
    'resolves the numbers of characters that HTML writes: &#65;',
    renaming((name) => name.replaceAll('&#65;', 'A')),
  ],
  'name.hexadecimal-escape-resolved': [
    'resolves \\x41, as other languages write characters',
    renaming((name) => name.replaceAll('\\x41', 'A')),
  ],
  'name.quoted-printable-read': [
    'reads =3D as mail writes an equals sign',
    renaming((name) => name.replaceAll('=3D', '=')),
  ],
  'name.section-ends': [
    'sends names to an older service in sections of XML, which end in the middle of one',
    renaming((name) => name.split(']]>')[0] ?? ''),
  ],
  'name.comment-cut': [
    'keeps animals as YAML without quotes, where a number sign after a space begins a comment',
    dropping(/ #.*$/),
  ],
});

/** What only a separate name contains. */
const whole = faultsOf('create.keeps-values', {
  'name.time-written-anew': [
    'reads a name that is a time as one, and writes it in its own way',
    renaming((name) => (/^\d{4}-\d\d-\d\dT/.test(name) ? new Date(name).toUTCString() : name)),
  ],
  'name.exponent-computed': [
    'has a column that keeps for a number what looks like one: 12e3',
    renaming((name) => (/^\d+e\d+$/.test(name) ? String(Number(name)) : name)),
  ],
  'name.unquoted': [
    'takes the quotes off a name that stands in quotes',
    renaming((name) => name.replace(/^"(.*)"$/, '$1')),
  ],
  'name.first-sign-lost': [
    'files names by their first letter, and drops first characters that are not letters',
    dropping(/^[^\x20-\x7e]+/),
  ],
  'name.number-at-end-lost': [
    'takes a number at the end for a count of namesakes that it added itself',
    dropping(/ \d+$/),
  ],
  'name.full-stop-lost': ['drops a full stop at the end', dropping(/\.$/)],
  'name.non-joiners-lost': ['takes out what keeps letters of Persian apart', dropping(/\u200c/g)],
  'name.skin-tones-lost': ['shows hands in yellow only', dropping(/[\u{1f3fb}-\u{1f3ff}]/gu)],
});

/** What only a separate name contains, and only the store loses. */
const stored = faultsOf('get.same-animal', {
  'name.time-stored-as-one': [
    'stores a name that is a time as one, and shows it in its own way by its id',
    inReadsShowing(({ name }) =>
      /^\d{4}-\d\d-\d\dT/.test(name) ? { name: new Date(name).toISOString() } : {},
    ),
  ],
  'name.capital-by-id': [
    'shows names with a capital by their ids',
    inReadsShowing(({ name }) => ({ name: name.replace(/^[a-z]/, (one) => one.toUpperCase()) })),
  ],
});

export const nameFormatFaults: readonly Fault[] = [
  ...inPieces,
  ...[...whole, ...stored].map((fault) => ({ ...fault, settings: everyTurn })),
];
