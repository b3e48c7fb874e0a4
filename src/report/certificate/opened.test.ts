import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { conformantRecord, reportOf, settingsFor } from '../testing/sample.ts';
import { seal } from './envelope.ts';
import { fileText } from './file.ts';
import { deviation, openCertificate } from './opened.ts';
import { statementOf } from './statement.ts';

const { privateKey, publicKey: key } = generateKeyPairSync('ed25519');
const implementation = { name: 'Corner Pet Shop', version: '2.1', contact: 'qa@shop.example' };
const report = reportOf(conformantRecord('full'), settingsFor('full', { implementation }));
const subject = [{ name: 'conformance.json', digest: { sha256: 'a'.repeat(64) } }];
const text = JSON.stringify(statementOf(report, subject));

/** What is wrong with a certificate of that payload, signed by its own signer. */
function wrongWith(payload: string): readonly string[] {
  const certificate = Buffer.from(fileText(seal(payload, privateKey)));
  const sealed = { name: 'certificate.json', certificate, key };
  const opened = openCertificate(sealed);
  const other = deviation(sealed, opened, report);
  return [...opened.problems, ...(other === undefined ? [] : [other])];
}

test('a signed statement holds as it was written', () => {
  expect(wrongWith(text)).toEqual([]);
});

test.each([
  [
    'a member twice, the right one last',
    text.replace('{', '{"_type":"https://example.org/award",'),
  ],
  ['a predicate twice', text.replace('{', '{"predicate":{"result":"GOLD"},')],
  ['a name in another form', text.replace('"result"', '"resul\\u0074"')],
  ['white space', text.replace('{', '{ ')],
  [
    'members in another order',
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())),
  ],
])('a signed statement with %s is refused', (_, payload) => {
  expect(payload).not.toBe(text);
  expect(wrongWith(payload)).toEqual(['it is not byte for byte as it was written']);
});
