/** The kinds of values that settings have. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { int64 } from '../spec/animal.ts';
import { type RequirementId, requirements, untested } from '../spec/catalogue.ts';
import { didYouMean } from '../text/nearest.ts';
import { quoted } from '../text/visible.ts';
import { listed } from '../text/words.ts';
import { refuse } from './settings-error.ts';

/** A kind of values: how the help writes one, and how its text is read. */
export interface Kind<Value, Given = Value> {
  readonly placeholder: string;
  /** The value of a text. Throws a `WrongValue` that says what would be right. */
  readonly parse: (text: string) => Value;
  /** What is given is the path of a file that holds the text: by the flag alone, or always. */
  readonly file?: 'of the flag' | 'always';
  /** What an error may show of the text, if anything; default all. */
  readonly show?: (text: string) => string | undefined;
  /** Whether the flag may be repeated, its lists joined. */
  readonly list?: true;
  /** Only a type: what a program gives instead of a text. */
  readonly given?: Given;
}

/**
 * The address of the implementation: an absolute http or https URL without query, fragment or user info, in normal form
 * (RFC 3986, section 6.2), its trailing slashes taken off. Its path need not end in `v1`: that is judged
 * (`version.base-path`).
 */
export const baseAddress: Kind<string> = {
  placeholder: 'URL',
  parse(text) {
    if (!/^https?:\/\/[^/?#\\\s@][^?#\s@]*$/i.test(text) || !URL.canParse(text)) {
      return refuse(
        'must be an absolute http or https URL without user, query and fragment, as https://staging.example.com/v1',
      );
    }
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname.replace(/\/+$/, '')}`;
  },
  // User info and query may hold a key, and what looks like no address may be one, given in the wrong place.
  show(text) {
    if (!/^(?:\w+:[\\/]{2}|localhost[:/]|[\w-]+(?:\.[\w-]+)+(?:\/|:\d))/i.test(text))
      return undefined;
    return text
      .replace(/^(https?:\/\/)?[\s\S]*@/i, '$1[user info]@')
      .replace(/\?[^#]*/, '?[query]');
  },
};

/** One of a few words. */
export const choice = <T extends string>(words: readonly T[]): Kind<T> => ({
  placeholder: 'NAME',
  parse: (text) => words.find((word) => word === text) ?? refuse(`must be ${listed(words, 'or')}`),
});

/** A whole number in decimal digits, both ends included. */
export const integer = (
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
  placeholder = 'N',
): Kind<number> => ({
  placeholder,
  parse(text) {
    const value = Number(text);
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
    if (!/^-?\d+$/.test(text) || value < min || value > max) {
      return refuse(`must be a whole number ${range}`);
    }
    return value === 0 ? 0 : value;
  },
});

/** Seconds, decimals allowed, both ends included. */
export const seconds = (min: number, max: number): Kind<number> => ({
  placeholder: 'SECONDS',
  parse(text) {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || value < min || value > max) {
      return refuse(`must be a number of seconds from ${min} to ${max}`);
    }
    return value;
  },
});

/** An int64 (section 2) as its decimal digits: a JavaScript number would round it. */
export const int64Digits: Kind<string, string | number | bigint> = {
  placeholder: 'INT64',
  parse(text) {
    const value = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    if (value === undefined || value < int64.min || value > int64.max) {
      return refuse(`must be a whole number from ${int64.min} to ${int64.max} (int64)`);
    }
    return value.toString();
  },
};

/** A line of text for the reports, without control characters, and without white space around it. */
export const line = (placeholder: string, max = 200): Kind<string> => ({
  placeholder,
  parse(text) {
    if (/[\p{Cc}\u2028\u2029]/u.test(text) || text.length > max || text.trim() === '') {
      return refuse(`must be one line of text, at most ${max} characters`);
    }
    return text.trim();
  },
});

/** A path for the file system, which nothing may take for a flag. */
export const path = (placeholder: string): Kind<string> => ({
  placeholder,
  parse(text) {
    if (text.includes('\0')) return refuse('must be a path');
    return text.startsWith('-') ? refuse('must not start with a hyphen; write ./ before it') : text;
  },
});

/** A challenge: long enough not to be guessed, and short enough for a line. */
export const challengeToken: Kind<string> = {
  placeholder: 'TOKEN',
  parse: (text) =>
    /^\w[\w.-]{7,99}$/.test(text)
      ? text
      : refuse(
          'must be 8 to 100 letters, digits, dots, hyphens and underscores, not starting with a hyphen',
        ),
};

/** PEM text with at least one certificate (RFC 7468, section 5), all of them readable. */
export const certificates: Kind<string> = {
  placeholder: 'FILE',
  file: 'always',
  parse(pem) {
    const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
    if (blocks.length === 0) {
      return refuse('must be a PEM file with at least one certificate (BEGIN CERTIFICATE)');
    }
    blocks.forEach((block, index) => {
      if (attempted(() => new X509Certificate(block)) === undefined) {
        refuse(`must contain valid certificates: number ${index + 1} is damaged`);
      }
    });
    return pem;
  },
};

/**
 * An API key: 1 to 4096 visible ASCII characters. Wider than the token of RFC 6750, section 2.1, as servers are; what a
 * header field cannot carry is refused. Nothing thrown shows the key.
 */
export const apiKey: Kind<string> = {
  placeholder: 'FILE',
  file: 'of the flag',
  parse(text) {
    if (/^Bearer\s/i.test(text))
      return refuse('must be only the key, without the scheme before it');
    // A `.env` that was named as the file of the key.
    if (/^PETSTORE_\w+=/.test(text)) return refuse('must be only the key, not a line of .env');
    if (text.length > 4096) return refuse('must be at most 4096 characters long');
    if (!/^[\x21-\x7e]+$/.test(text)) {
      return refuse('must be visible ASCII characters without spaces or line breaks');
    }
    return text;
  },
};

/** PEM text with an Ed25519 private key (PKCS#8, RFC 8410), without passphrase. Nothing thrown shows it. */
export const signingKey: Kind<string> = {
  placeholder: 'FILE',
  file: 'always',
  parse: (pem) =>
    isEd25519(pem, 'PRIVATE', createPrivateKey)
      ? pem
      : refuse(
          'must be a PEM file with an Ed25519 private key in PKCS#8, without passphrase; to make one: openssl genpkey -algorithm ed25519 -out key.pem',
        ),
};

/** PEM text with an Ed25519 public key (SubjectPublicKeyInfo, RFC 8410). Nothing thrown shows it. */
export const verifyingKey: Kind<string> = {
  placeholder: 'FILE',
  file: 'always',
  parse: (pem) =>
    isEd25519(pem, 'PUBLIC', createPublicKey)
      ? pem
      : refuse(
          "must be a PEM file with the signer's Ed25519 public key; its owner makes it: openssl pkey -in key.pem -pubout -out public.pem",
        ),
};

function isEd25519(pem: string, half: 'PRIVATE' | 'PUBLIC', read: (pem: string) => KeyObject) {
  const isOfHalf = new RegExp(`^-----BEGIN ${half} KEY-----`, 'm').test(pem);
  return isOfHalf && attempted(() => read(pem))?.asymmetricKeyType === 'ed25519';
}

/** What is read, or undefined if that throws. */
export function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The requirements that a comma-separated list of ids and patterns (`auth.*`) names. */
export const ids: Kind<readonly RequirementId[], string | readonly string[]> = {
  placeholder: 'IDS',
  list: true,
  parse(text) {
    const entries = text.split(',').map((entry) => entry.trim());
    const named = entries.filter((entry) => entry !== '');
    if (named.length === 0) {
      return refuse('must be at least one id, such as auth.missing-key or auth.*');
    }
    return named.flatMap(idsOf);
  },
};

/** What an entry names. */
function idsOf(entry: string): RequirementId[] {
  const isPattern = entry.endsWith('*');
  const start = entry.slice(0, -1);
  const matches = (id: string) => (isPattern ? id.startsWith(start) : id === entry);
  const found = requirements.filter(({ id }) => matches(id)).map(({ id }) => id);
  if (found.length > 0) return found;
  const never = untested.find(({ id }) => matches(id));
  if (never !== undefined) return refuse(`${never.id} is never tested: ${never.decided}`);
  const all: string[] = requirements.map(({ id }) => id);
  const chapters = new Set(all.map((id) => `${id.split('.')[0]}.*`));
  const near = didYouMean(entry, [...all, ...chapters], '; list prints them all');
  return refuse(`no id matches ${quoted(entry)}${near}`);
}
