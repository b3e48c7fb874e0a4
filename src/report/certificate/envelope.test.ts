import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy, keyId, payloadType, preAuthentication, seal } from './envelope.ts';

/** The key of RFC 8032, section 7.1, test 1, as PKCS#8 (RFC 8410). */
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const key = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(key);

test('the encoding before signing is that of the DSSE protocol, in bytes', () => {
  expect(`${preAuthentication('http://example.com/HelloWorld', Buffer.from('hello world'))}`).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(`${preAuthentication('é', Buffer.from('€'))}`).toBe('DSSEv1 2 é 3 €');
  expect(`${preAuthentication('', Buffer.alloc(0))}`).toBe('DSSEv1 0  0 ');
});

test('a signature is the one of the published DSSE vector "single-signature"', () => {
  const sealed = seal('{"_type":"https://in-toto.io/Statement/v1"}', key);
  expect(sealed).toEqual({
    payload: 'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==',
    payloadType: 'application/vnd.in-toto+json',
    signatures: [
      {
        keyid: keyId(publicKey),
        sig: '2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA==',
      },
    ],
  });
  expect(isSignedBy(sealed, publicKey)).toBe(true);
});

test('another text, another key or another signature is not taken', () => {
  const sealed = seal('a text', key);
  const { publicKey: other } = generateKeyPairSync('ed25519');
  expect(isSignedBy(sealed, other)).toBe(false);
  expect(
    isSignedBy({ ...sealed, payload: Buffer.from('a tex').toString('base64') }, publicKey),
  ).toBe(false);
  const signatures = seal('another text', key).signatures;
  expect(isSignedBy({ ...sealed, signatures }, publicKey)).toBe(false);
  expect(isSignedBy({ ...sealed, payloadType }, publicKey)).toBe(true);
});

test('a private key and its public half have one id', () => {
  expect(keyId(key)).toBe(keyId(publicKey));
  expect(keyId(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(keyId(generateKeyPairSync('ed25519').publicKey)).not.toBe(keyId(key));
});
