/** What filters, editors and character tables do to names. Section 4.2, rule 2. */
import { Refusal } from '../../src/reference/behaviour.ts';
import { type Change, faultsOf, keeping } from '../../src/reference/changes.ts';
import type { Fault } from '../../src/reference/subject.ts';

const renaming = (change: (name: string) => string): Change =>
  keeping((animal) => ({ ...animal, name: change(animal.name) }));

export const nameFilterFaults: readonly Fault[] = [
  ...faultsOf('create.keeps-values', {
    'name.latin-1-with-charset': [
      'reads a body in the character set that it names by a table, and UTF-8 as Latin-1 there',
      ({ newAnimal }) => ({
        newAnimal: (call) => {
          const animal = newAnimal(call);
          if (animal instanceof Refusal || !/;/.test(call.headers['content-type'] ?? ''))
            return animal;
          return { ...animal, name: Buffer.from(animal.name).toString('latin1') };
        },
      }),
    ],
    'name.title-case': [
      'begins each word of a name with a capital',
      renaming((name) => name.replace(/(^|\s)\p{Ll}/gu, (found) => found.toUpperCase())),
    ],
    'name.quotes-straightened': [
      'makes straight quotes of typographic ones',
      renaming((name) => name.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')),
    ],
    'name.quotes-curled': [
      'makes typographic quotes of straight ones',
      renaming((name) => name.replaceAll("'", '\u2019')),
    ],
    'name.ellipsis-set': [
      'makes one sign of three dots',
      renaming((name) => name.replaceAll('...', '\u2026')),
    ],
    'name.signs-set': [
      'makes the sign of (c)',
      renaming((name) => name.replace(/\(c\)/gi, '\u00a9')),
    ],
    'name.ligatures-dissolved': [
      'dissolves ligatures and fractions',
      renaming((name) =>
        name.replace(/[\ufb00-\ufb06\u00bc-\u00be]/g, (one) => one.normalize('NFKC')),
      ),
    ],
    'name.brackets-dropped': [
      'drops what stands in brackets',
      renaming((name) => name.replace(/\(.*?\)|[()]/g, '')),
    ],
    'name.square-brackets-dropped': [
      'drops square brackets',
      renaming((name) => name.replace(/[[\]]/g, '')),
    ],
    'name.emphasis-read': [
      'reads stars and low lines as emphasis',
      renaming((name) => name.replace(/[*_]/g, '')),
    ],
    'name.bar-cut': ['cuts names at a bar', renaming((name) => name.split('|')[0] ?? '')],
    'name.at-dropped': [
      'drops the sign of addresses',
      renaming((name) => name.replaceAll('@', '')),
    ],
    'name.equals-cut': [
      'cuts names at an equals sign',
      renaming((name) => name.split('=')[0] ?? ''),
    ],
    'name.colon-cut': ['cuts names at a colon', renaming((name) => name.split(':')[0] ?? '')],
    'name.placeholder-filled': ['fills {0} in', renaming((name) => name.replace(/\{\d?\}/g, ''))],
    'name.caret-dropped': [
      'drops carets and tildes',
      renaming((name) => name.replace(/[\^~]/g, '')),
    ],
    'name.bang-dropped': ['drops exclamation marks', renaming((name) => name.replaceAll('!', ''))],
    'name.yo-folded': ['writes ё as е', renaming((name) => name.replaceAll('ё', 'е'))],
    'name.final-sigma': [
      'lowers and raises final sigma',
      renaming((name) => name.replaceAll('ς', 'σ')),
    ],
    'name.full-width-narrowed': [
      'narrows letters of full width',
      renaming((name) => name.replace(/[\uff01-\uff5e]/g, (one) => one.normalize('NFKC'))),
    ],
    'name.half-width-widened': [
      'widens katakana of half width',
      renaming((name) => name.replace(/[\uff61-\uff9f]/g, (one) => one.normalize('NFKC'))),
    ],
    'name.flags-dropped': [
      'drops flags',
      renaming((name) => name.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, '')),
    ],
    'name.dash-shortened': [
      'makes hyphens of dashes',
      renaming((name) => name.replace(/[\u2013\u2014]/g, '-')),
    ],
    'name.windows-only': [
      'puts ? for all but the characters of Windows-1252',
      renaming((name) => name.replace(/[^ -\u00ff\u20ac\u2013-\u2026\ud800-\udfff]/g, '?')),
    ],
    'name.new-emoji-unknown': [
      'knows the characters of Unicode 12, and puts a sign for others',
      renaming((name) => name.replace(/[\u{1fa75}-\u{1faff}]/gu, '\ufffd')),
    ],
    'name.turkish-folded': [
      'folds dotless and dotted i',
      renaming((name) => name.replace(/[ıİ]/g, 'i')),
    ],
    'name.reversed-direction': [
      'stores the letters of right-to-left scripts as they are drawn',
      renaming((name) =>
        name.replace(/[\u0590-\u06ff]{2,}/g, (one) => [...one].reverse().join('')),
      ),
    ],
  }),
];
