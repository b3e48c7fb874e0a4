import { expect, test } from 'vitest';
import { nearMisses } from '../http/credential.ts';
import { holdingOneOf, holdsKey, placeholder, redactor } from './redact.ts';

const key = 'Sk/live+7Q=x"zR4w';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string, ...characters: string[]) =>
  characters.reduce((all, one) => {
    const code = one.charCodeAt(0).toString(16).padStart(4, '0');
    return all.replaceAll(one, `\\u${code}`);
  }, text);

const forms: [string, string][] = [
  ['as sent', key],
  ['in Base64 without padding', base64(key).replace(/=+$/, '')],
  ['in URL-safe Base64', Buffer.from(key).toString('base64url')],
  ['as the user name of Basic credentials', base64(`${key}:`)],
  ['as the password of Basic credentials', base64(`:${key}`)],
  ['percent-encoded', encodeURIComponent(key)],
  ['inside a JSON string whose slashes are escaped, as PHP does', key.replaceAll('/', '\\/')],
  ['inside a JSON string with \\u escapes, as .NET does', escaped(key, '+', '"')],
];

test.each(forms)('a key %s is taken out', (_, text) => {
  const { redact } = redactor([key]);
  expect(redact(`before ${text} after`)).toBe(`before ${placeholder} after`);
});

test('a key is taken out wherever a value holds strings, member names too', () => {
  const { redact } = redactor([key]);
  const value = {
    headers: [['Authorization', `Bearer ${key}`]],
    body: { [`x-${key}`]: { echo: [key, 5, null, true, 9n, undefined] } },
  };
  expect(redact(value)).toEqual({
    headers: [['Authorization', `Bearer ${placeholder}`]],
    body: { [`x-${placeholder}`]: { echo: [placeholder, 5, null, true, 9n, undefined] } },
  });
  expect(value.headers[0]?.[1]).toBe(`Bearer ${key}`);
});

test('a near miss is shown as what it is', () => {
  const { add, redact } = redactor([key]);
  const misses = nearMisses(key, 'last');
  for (const { credential } of misses) {
    if (credential.secret) add(credential.secret.text, credential.secret.shown);
  }
  const shown = misses.map(({ credential }) => redact(credential.headers[0]?.header[1]));
  expect(shown).toEqual([
    'Bearer [API key] (with two characters more, the last)',
    'Bearer [API key] (without its last character)',
    'Bearer [API key] (twice)',
    'Bearer [API key] (in the other letter case)',
  ]);
  expect(redact(`Bearer ${key}`)).toBe(`Bearer ${placeholder}`);
});

const half = Math.floor(key.length / 2);
const [first, last] = [key.slice(0, half), key.slice(half)];
const hex = (text: string) => Buffer.from(text).toString('hex');

test.each([
  ['its first half', first],
  ['its last half', last],
  ['its middle', key.slice(3, 3 + half)],
  ['a half in capitals', last.toUpperCase()],
  ['a half in a JSON string', JSON.stringify(JSON.stringify(last)).slice(1, -1)],
  ['the key in HTML without semicolons', key.replaceAll('"', '&quot')],
  ['the key with JavaScript escapes', hex(key).replace(/../g, '\\x$&')],
  ['the key in lines that go on', `${first}\\\n${last}`],
])('no half is left of %s', (_, text) => {
  const clean = redactor([key]).redact(`<${text}>`);
  expect(clean).toContain(placeholder);
  expect(clean.replaceAll(placeholder, '')).not.toMatch(/[a-z\d]{3}/i);
});

/** Whether so much of a Base64 text is left that half of the key can be read in it. */
function readable(text: string): boolean {
  const runs = text.replace(/\[API key]/g, ' ').match(/[\w+/-]+/g) ?? [];
  const read = runs.flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
  const parts = Array.from({ length: key.length - half + 1 }, (_, at) => key.slice(at, at + half));
  return read.some((one) => parts.some((part) => one.toLowerCase().includes(part.toLowerCase())));
}

test.each([
  ['as it is', key],
  ['behind one byte', `x${key}`],
  ['behind two bytes', `xy${key}`],
  ['in capitals', `xy ${key.toUpperCase()}`],
  ['its last half', `(${last})`],
])('the key cannot be read in Base64 of it %s', (_, plain) => {
  const { redact } = redactor([key]);
  for (const text of [base64(plain), Buffer.from(plain).toString('base64url')]) {
    expect(readable(text)).toBe(true);
    expect(readable(redact(`id=${text}, next`))).toBe(false);
    const wrapped = text.replace(/.{8}/g, '$&\r\n');
    expect(readable(redact(wrapped).replaceAll('\r\n', ''))).toBe(false);
    expect(redact(text.toLowerCase())).toContain(placeholder);
  }
});

test('less than half of a key is ordinary text, and so are fewer than six characters', () => {
  const { redact } = redactor([key]);
  for (const text of ['', 'S', 'Sk', key.slice(1, half), 'Skylive', '[API key]', 'Short']) {
    expect(redact(text)).toBe(text);
  }
  const demo = redactor(['Reference-Demo-Key-7Qx']);
  for (const text of ['Reference', 'a reference-server', 'Demo-Key', 'Reference -Demo -Key -7Qx']) {
    expect(demo.redact(text)).toBe(text);
  }
});

const short = 'k3y/Zz9+';

test.each([
  ['as it is', short],
  ['in JSON', JSON.stringify({ token: short })],
  ['with its slash escaped', `"${short.replace('/', '\\/')}"`],
  ['percent-encoded', `key=${encodeURIComponent(short)}&a=b`],
  ['in Base64', `Basic ${base64(`${short}:${short}`)}`],
  ['in hexadecimal', `0x ${hex(short)}`],
])(
  'a key of fewer than sixteen characters is taken out where it is a whole word: %s',
  (_, text) => {
    const clean = redactor([short]).redact(text);
    expect(clean).toContain(placeholder);
    expect(clean).not.toContain(text);
  },
);

test.each([
  ['backslashes', '\\'],
  ['blanks', ' '],
])(
  'a short key with %s before each character stands alone beside words of one letter',
  (_, gap) => {
    for (const own of ['k19x7z3qw', 'xkqzvbnmplwtrhg', '482915730264918', 'p@ss-w0rd!']) {
      const { redact } = redactor([own]);
      const said = `a ${own.replace(/./g, `${gap}$&`)} a 7`.replace('  ', ' ');
      expect(redact(said).replaceAll(/[\\ ]/g, '')).toBe(`a${placeholder.replace(' ', '')}a7`);
      expect(redact(`invalid key ${own} given`)).toBe(`invalid key ${placeholder} given`);
    }
  },
);

test('a key of fewer than sixteen characters is left where it is a part of another text', () => {
  const { redact } = redactor(['ab12cd']);
  for (const text of ['xab12cd', 'ab12cde', 'Testpetab12cdx', 'ab12c', '0ab12cd0']) {
    expect(redact(text)).toBe(text);
  }
});

test.each(['test', 'Requ', 'est', '60', 'pet', 'k3y'])(
  'a very short key, as %s, ruins no evidence, and is taken out where it is a key',
  (word) => {
    const { redact, credential } = redactor([word]);
    const said = `400 Bad Request: Testpetpetfsavcl tests est. 60 of 600, ${word} and ${word}s`;
    expect(redact(said)).toBe(said);
    expect(redact({ 'X-RateLimit-Limit': '60', body: '{"limit":60}' })).toEqual({
      'X-RateLimit-Limit': '60',
      body: '{"limit":60}',
    });
    expect(redact(JSON.stringify({ token: word, n: 1 }))).toBe(`{"token":"${placeholder}","n":1}`);
    expect(redact(`sent Bearer ${word}`)).toBe(`sent Bearer ${placeholder}`);
    expect(credential(`Bearer ${word}`)).toBe(`Bearer ${placeholder}`);
    expect(credential(word)).toBe(placeholder);
    expect(credential(`Basic ${base64(`${word}:${word}`)}`)).toBe(`Basic ${placeholder}`);
  },
);

test('a key that is a word of the specification is taken out where it is sent alone', () => {
  const { redact, credential } = redactor(['sold'], ['available pending sold']);
  expect(redact('[{"status":"sold"}]')).toBe('[{"status":"sold"}]');
  expect(credential('Bearer sold')).toBe(`Bearer ${placeholder}`);
});

test('a part of a key that everybody may know is left alone, the key is not', () => {
  const staged = 'acme-staging-7f3k29';
  const { redact } = redactor([staged], ['https://acme-staging.example/v1']);
  const text = 'GET https://acme-staging.example/v1/pets';
  expect(redact(`${text} ${staged}`)).toBe(`${text} ${placeholder}`);
  expect(redactor([staged]).redact(text)).not.toBe(text);
});

test('a key may look like escapes', () => {
  for (const odd of [
    '%41%42%43%44',
    'a%2541b\\u0041-Longer',
    '\\\\"\\"\\n&amp;-Longer',
    '%00%00',
    '&#65;&#66;',
  ]) {
    const { redact } = redactor([odd]);
    for (const text of [odd, JSON.stringify(odd).slice(1, -1), encodeURIComponent(odd)]) {
      expect(redact(`<${text}>`)).toBe(`<${placeholder}>`);
    }
    expect(redact('ABCD, "", a')).toBe('ABCD, "", a');
  }
});

test('the longest key and the longest body cost no more than reading them', () => {
  const long = Array.from({ length: 4096 }, (_, at) => hex(`${at}`).at(-1) ?? '').join('');
  const animal = '{"id":1,"name":"\\"<&>\\" Testpet %41","categoryId":1,"status":"available"}';
  const body = `[${Array.from({ length: 29_000 }, () => animal).join(',')}]`;
  const { add, redact } = redactor([long]);
  for (const { credential } of nearMisses(long, 'last')) add(credential.secret?.text ?? '');
  const startedAt = process.cpuUsage();
  expect(redact(body)).toBe(body);
  expect(redact(`${body}${long}${body}`)).toBe(`${body}${placeholder}${body}`);
  // Microseconds; a search that took its time for each character of the key would take hours.
  expect(process.cpuUsage(startedAt).user).toBeLessThan(10_000_000);
});

const each = (text: string, write: (code: number, one: string) => string) =>
  [...text].map((one) => write(one.charCodeAt(0), one)).join('');
const unicode = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

test.each([
  ['every punctuation behind a backslash', key.replace(/\W/g, '\\$&')],
  ['hexadecimal references', each(key, (code) => `&#X00${code.toString(16)};`)],
  ['Base64 that tabs and blanks break', base64(`x${key}`).replace(/.{3}/g, '$&\t ')],
  ['hexadecimal that form feeds break, in JSON', JSON.stringify(hex(key).replace(/../g, '$&\f'))],
  ['folded lines in JSON', JSON.stringify(key.replace(/.{5}/g, '$&\r\n\t'))],
  ['hexadecimal with colons', hex(key).replace(/..(?=.)/g, '$&:')],
  ['a list of hexadecimal numbers', hex(key).replace(/..(?=.)/g, '0x$&, ')],
  ["escape() of JavaScript, in which '%u' begins", each(key, (code) => `%u00${code.toString(16)}`)],
  ['escapes of eight digits', each(key, (code) => `\\U000000${code.toString(16)}`)],
  ['a backslash before each character', each(key, (_code, one) => `\\${one}`)],
  ['the same in a JSON string', JSON.stringify(each(key, (_code, one) => `\\${one}`))],
  ['zero-width spaces between', each(key, (_code, one) => `${one}\u200b`)],
  ['soft hyphens of HTML between', each(key, (_code, one) => `${one}&shy;`)],
  ['invisible characters of JSON between', each(key, (_code, one) => `${one}\\ufeff`)],
  ['percent-encoded invisible ones between', each(key, (_code, one) => `${one}%E2%80%8B`)],
  ['names of HTML for invisible ones', each(key, (_code, one) => `${one}&lrm;`)],
  ['bells of C', each(key, (_code, one) => `${one}\\a`)],
  ['colours of a terminal', `\x1b[31m${key}\x1b[0m`],
  [
    'annotations, separators and halves of pairs',
    each(key, (_code, one) => `${one}\ufff9\u2028\ud800`),
  ],
  ['UTF-16 with escapes', each(key.replace(/\W/g, unicode), (_code, one) => `${one}\0`)],
  ['a blank and a backslash before', each(key, (_code, one) => ` \\${one}`)],
  ['a backslash and a blank before', each(key, (_code, one) => `\\ ${one}`)],
  ['blanks and tabs by turns between', [...key].map((one, at) => one + ' \t'[at % 2]).join('')],
  ['blanks between', each(key, (_code, one) => `${one} `)],
  ['two blanks, of JSON too, between', each(key, (_code, one) => `\\u0020 ${one}`)],
  ['escapes in braces', each(key, (code) => `\\u{${code.toString(16)}}`)],
])('the key is found in %s', (_, text) => {
  const clean = redactor([key]).redact(`<a>${text}</a>`);
  expect(clean).toContain(placeholder);
  expect(clean.length).toBeLessThan(30);
});

test.each(['key\\u00a0', 'API\\u5bc6\\u94a5', 'key%C2%A0', 'key&nbsp;', 'key\\u2014'])(
  'a short key behind %s, which stands for no letter, stands alone',
  (before) => {
    expect(redactor(['s3cr3tx9']).redact(`${before}s3cr3tx9 is wrong`)).toContain(placeholder);
  },
);

test('the punctuation of a key may be written by the names of HTML', () => {
  const odd = '!a#b$c%d(e)f*g+h,i-j.k/l:m;n=o?p@q[r]s^t_u`v{w|x}y\\z';
  const names =
    'excl num dollar percnt lpar rpar ast plus comma hyphen period sol colon semi equals quest commat lsqb rsqb Hat lowbar grave lcub verbar rcub bsol';
  const rest = names.split(' ');
  const written = odd.replace(/\W|_/g, () => `&${rest.shift()};`);
  expect(redactor([odd]).redact(`<a>${written}</a>`)).toBe(`<a>${placeholder}</a>`);
  const dashed = 'four-words-with-dashes'.replaceAll('-', '&dash;');
  expect(redactor(['four-words-with-dashes']).redact(dashed)).toBe(placeholder);
});

test.each(['h7Kp2Xw9Qd4Z', 'k3y/Zz', 'lanterns'])(
  'a short key is found within Base64 and in hexadecimal with separators: %s',
  (own) => {
    const { redact } = redactor([own]);
    const packed = ['user:', 'Bearer ', 'u:'].map((before) => base64(`${before}${own}`));
    for (const text of [...packed, base64(`Bearer ${own}, and more`)]) {
      const read = Buffer.from(redact(`a ${text} b`).replace(placeholder, ''), 'base64');
      expect(redact(`a ${text} b`)).toContain(placeholder);
      expect(read.toString('latin1')).not.toContain(own.slice(2, -2));
    }
    for (const separator of [' ', ':', '-', ',0x'])
      expect(redact(`a ${hex(own).replace(/..(?=.)/g, `$&${separator}`)} b`)).toBe(
        `a ${placeholder} b`,
      );
  },
);

test.each(['&', '\\', '%', '"', '\n', '\0', '&#', '&#x0', ' ', 'a ', 'ab '])(
  'a long run of %j costs no more than reading it',
  (unit) => {
    const { redact } = redactor([key]);
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const startedAt = process.cpuUsage();
    expect(redact(text)).toBe(text);
    expect(process.cpuUsage(startedAt).user).toBeLessThan(3_000_000);
  },
);

test('a whole key is found in a setting in every letter case and percent-encoded, a part is not', () => {
  expect(holdsKey('https://a.example/Key/v1', 'Key')).toBe(true);
  expect(holdsKey('https://key.example/v1', 'Key')).toBe(true);
  expect(holdsKey('https://a.example/%4b%65y/v1', 'Key')).toBe(true);
  expect(holdsKey('https://a.example/%254b%2565y/v1', 'Key')).toBe(true);
  expect(holdsKey(`reports/${base64(key)}`, key)).toBe(true);
  expect(holdsKey('https://a.example/v1', 'Key')).toBe(false);
  expect(holdsKey(`reports/${last}`, key)).toBe(false);
});

test.each(['e', 'pet', 'k3y!', 'sold'])(
  'in errors a key as short as %s goes where it is a whole word',
  (short) => {
    const { redact } = redactor([short], [], true);
    const own = 'error: unknown option: pets, keys and resolders are not help; see 3yk';
    expect(redact(own)).toBe(own);
    expect(redact(`--plan "${short}": must be free`)).toBe(`--plan "${placeholder}": must be free`);
    expect(redact(`give http://127.0.0.1:9/${short}/v1`)).toBe(
      `give http://127.0.0.1:9/${placeholder}/v1`,
    );
  },
);

test('a text holds one of the keys in another form, or by half, and an ordinary one holds none', () => {
  const key = 'Unspeakable-Zq8vT2mW5xNb7';
  const holds = holdingOneOf(['', key]);
  const forms = [key, key.toUpperCase(), Buffer.from(key).toString('base64'), key.slice(0, 16)];
  for (const form of forms) expect(holds(`known, see ${form}!`)).toBe(true);
  expect(holds('a known failure of the list, ticket 12')).toBe(false);
});
