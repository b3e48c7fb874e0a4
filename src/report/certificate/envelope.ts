import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Media type of an in-toto Statement as the payload of an envelope. */
export const payloadType = 'application/vnd.in-toto+json';

/** A signed text: the JSON envelope of DSSE 1.0, with one signature. */
export interface Envelope {
  /** The signed bytes, in standard Base64. */
  readonly payload: string;
  readonly payloadType: typeof payloadType;
  readonly signatures: readonly [{ readonly keyid: string; readonly sig: string }];
}

/** What is signed: the pre-authentication encoding (PAE) of DSSE 1.0. */
export function preAuthentication(type: string, body: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Name of an Ed25519 key, public or private: SHA-256 of its public half as DER (RFC 8410), in hexadecimal. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** The text, signed with an Ed25519 private key. */
export function seal(text: string, key: KeyObject): Envelope {
  const body = Buffer.from(text);
  const sig = sign(null, preAuthentication(payloadType, body), key);
  return {
    payload: body.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyId(key), sig: sig.toString('base64') }],
  };
}

/** Whether this Ed25519 public key made the signature. The key id plays no part: it is an unsigned hint. */
export function isSignedBy({ payload, payloadType, signatures }: Envelope, key: KeyObject) {
  const body = Buffer.from(payload, 'base64');
  const sig = Buffer.from(signatures[0].sig, 'base64');
  return verify(null, preAuthentication(payloadType, body), key, sig);
}
