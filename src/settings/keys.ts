import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { refuse } from './settings-error.ts';

const privatePem = 'must be a PEM file with an Ed25519 private key in PKCS#8 (BEGIN PRIVATE KEY)';
const publicPem = 'must be a PEM file with an Ed25519 public key (BEGIN PUBLIC KEY)';
const make = 'to make one: openssl genpkey -algorithm ed25519 -out key.pem';
const extract = 'to write it: openssl pkey -in key.pem -pubout -out public.pem';

/** The Ed25519 private key in PEM text (PKCS#8, RFC 8410), without passphrase. Throws a `WrongValue` that shows nothing of it. */
export function signingKey(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    return refuse(
      `${privatePem} without passphrase; to take it off: openssl pkey -in encrypted.pem -out key.pem`,
    );
  }
  if (!holds(pem, 'PRIVATE KEY')) return refuse(`${privatePem}; ${make}`);
  return ed25519(() => createPrivateKey(pem), `${privatePem}; ${make}`);
}

/** The Ed25519 public key in PEM text (SubjectPublicKeyInfo, RFC 8410). Throws a `WrongValue` that shows nothing of it. */
export function verifyingKey(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) {
    return refuse(`${publicPem}, and this is the private one, which its owner keeps; ${extract}`);
  }
  if (!holds(pem, 'PUBLIC KEY')) return refuse(`${publicPem}; ${extract}`);
  return ed25519(() => createPublicKey(pem), `${publicPem}; ${extract}`);
}

function holds(pem: string, label: string): boolean {
  return new RegExp(`^-----BEGIN ${label}-----`, 'm').test(pem);
}

function ed25519(read: () => KeyObject, right: string): KeyObject {
  const key = readable(read) ?? refuse(`${right} (it is damaged)`);
  const type = key.asymmetricKeyType;
  return type === 'ed25519' ? key : refuse(`${right} (its type is ${type})`);
}

function readable(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const longest = 4096;

/**
 * An API key: 1 to 4096 visible ASCII characters. Wider than the token of RFC 6750, section 2.1, as servers
 * are; what a header field cannot carry is refused. Nothing thrown shows the key.
 */
export function parseKey(text: string): string {
  if (/^Bearer\s/i.test(text)) return refuse('must be the key alone, without the word Bearer');
  // A `.env` that was named as the file of the key.
  if (/^PETSTORE_\w+=/.test(text)) return refuse('must be the key alone, not a line of .env');
  if (text.length > longest) return refuse(`must be at most ${longest} characters long`);
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return refuse('must be visible ASCII characters without spaces or line breaks');
  }
  return text;
}

/** The key in the text of a key file: all of it but one line break at the end. */
export function keyInFile(content: string): string {
  const key = content.replace(/\r?\n$/, '');
  return key === '' ? refuse('must name a file that holds the key; it is empty') : key;
}
