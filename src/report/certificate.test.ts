import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyId, whyNotCertifiable } from './certifiable.ts';
import { isSignedBy, preAuthentication, seal } from './certificate.ts';
import type { Report } from './report.ts';
import { conformantRecord, failedCheck, reportOf, settingsFor } from './testing/sample.ts';

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
  expect(keyId(key)).toBe(keyId(publicKey));
});

const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };
const full = reportOf(conformantRecord('full'), settingsFor('full', { implementation }));
const withRun = (changes: Partial<Report['run']>): Report => ({
  ...full,
  run: { ...full.run, ...changes },
});

function failing(): Report {
  const record = conformantRecord('full');
  record.checks.set('list.limit', [failedCheck()]);
  return reportOf(record, settingsFor('full', { implementation }));
}

test('a whole, full, conformant run of a named implementation is certifiable', () => {
  expect(whyNotCertifiable(full)).toBeUndefined();
});

test.each<[Report, RegExp]>([
  [withRun({ argv: ['run', '--reference'] }), /^the embedded reference server was judged$/],
  [{ ...full, profile: 'core' }, /^the profile is core/],
  [withRun({ partial: true }), /^--only or --skip skipped/],
  [withRun({ rejudged: { startedAt: '', suite: full.suite } }), /^recorded traffic was/],
  [withRun({ requests: 0 }), /^no request was sent$/],
  [withRun({ endedEarly: 'a signal' }), /^the run ended early: a signal$/],
  [failing(), /^the verdict is non-conformant$/],
  [
    {
      ...full,
      requirements: full.requirements.map((one) => ({ ...one, outcome: 'skipped' as const })),
    },
    /^\d+ requirements were not decided, first \S+: skipped$/,
  ],
  [
    { ...full, implementation: { ...full.implementation, version: null, contact: '' } },
    /^the implementation has no version, no contact$/,
  ],
])('no certificate, since: $1', (report, why) => {
  expect(whyNotCertifiable(report)).toMatch(why);
});
