import { bearerToken } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { admitting, type Change, faultsOf } from '../../src/reference/changes.ts';
import { demoKey } from '../../src/reference/server.ts';
import type { Fault } from '../../src/reference/subject.ts';
import { isA } from '../limit-changes.ts';
import { refusingAs } from '../wire-changes.ts';

const tokenOf = (call: Call): string => bearerToken(call) ?? '';

/** Lets in callers whose bearer token is like the key. */
const taking = (like: (token: string) => boolean): Change =>
  admitting((call) => like(tokenOf(call)));

/** The same for one operation. */
const takingOn = (
  operation: 'listPets' | 'createPet' | 'getPet',
  like: (token: string) => boolean,
) => admitting((call) => isA(operation)(call) && like(tokenOf(call)));

/** Answers wrong tokens of some form with another status than 401. */
const failingFor = (form: (token: string) => boolean, status = 500): Change =>
  refusingAs(status, (call) => bearerToken(call) !== undefined && form(tokenOf(call)));

/** The pattern of a LIKE, or of a search with asterisks, as a regular expression. */
const pattern = (text: string, any: RegExp) =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(any, '.*')}$`);

// A comparison that is wrong on one operation only: each end and each half of a key.
const byOperation = faultsOf('auth.invalid-key', {
  'wire.reading-key-by-suffix': [
    'takes for getPet any token that ends with the key',
    takingOn('getPet', (token) => token.endsWith(demoKey)),
  ],
  'wire.creation-key-cut-short': [
    'takes for a creation the beginning of a key for the key',
    takingOn('createPet', (token) => token.length > 5 && demoKey.startsWith(token)),
  ],
});

// A part of the key decides, though not one that shows in halves or ends.
const byPart = faultsOf('auth.invalid-key', {
  'wire.key-as-masked': [
    'looks keys up as it shows them, by their first eight and last four characters',
    taking((token) => token.startsWith(demoKey.slice(0, 8)) && token.endsWith(demoKey.slice(-4))),
  ],
});

// The token is looked up in a language of its own: a pattern, a query, the names of an object.
const asCode = faultsOf('auth.invalid-key', {
  'wire.key-by-like': [
    'looks keys up with LIKE: a percent sign is any key',
    taking((token) => token.includes('%') && pattern(token, /%/g).test(demoKey)),
  ],
  'wire.key-of-the-prototype': [
    'keeps keys as members of an object, which also has a constructor',
    taking((token) => token in {}),
  ],
  'wire.key-undefined': [
    'compares with a key that is not configured, as text: undefined and null get in',
    taking((token) => token === 'undefined' || token === 'null'),
  ],
});

// A wrong key of another form than the right one is not answered 401.
const otherForm = faultsOf('auth.invalid-key', {
  'wire.short-key-crashes': [
    'takes the first eight characters of a token before it looks how many there are: 500',
    failingFor((token) => token.length < 8),
  ],
  'wire.long-key-crashes': [
    'lets its database find that a token of over 64 characters does not fit: 500',
    failingFor((token) => token.length > 64),
  ],
  'wire.key-without-hyphen-400': [
    'answers 400 to a token that does not have the form of its keys',
    failingFor((token) => !/^\w+(-\w+){2,}$/.test(token), 400),
  ],
  'wire.key-without-hyphen-crashes': [
    'splits tokens at hyphens, and fails if there are none: 500',
    failingFor((token) => !token.includes('-')),
  ],
  'wire.key-with-percent-crashes': [
    'decodes percent signs in tokens, and fails at one that stands for nothing: 500',
    failingFor((token) => /%(?![\da-f]{2})/i.test(token)),
  ],
  'wire.key-of-the-prototype-crashes': [
    'reads the plan of a key out of an object, and fails for a member that all objects have: 500',
    failingFor((token) => token in {}),
  ],
});

/** Section 5.3: wrong keys. */
export const wireKeyFaults: readonly Fault[] = [...byOperation, ...byPart, ...asCode, ...otherForm];
