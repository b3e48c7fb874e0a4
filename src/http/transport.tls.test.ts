import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { failureWords } from './failure-words.ts';
import { openConnections } from './transport.ts';

interface Server extends ServerOptions {
  readonly plain?: true;
  readonly trusted?: false;
}

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** A certificate for a host, valid from one day to another. */
async function certificate(host: string, from = -1, until = 1) {
  return generate([{ name: 'commonName', value: host }], {
    notBeforeDate: inDays(from),
    notAfterDate: inDays(until),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
}

/** Why a request to a server of TLS gets no answer, in words. */
async function failureOf(
  host: { readonly private: string; readonly cert: string },
  options: Server,
) {
  const { plain, trusted, ...tls } = options;
  const server = plain
    ? createPlainServer()
    : createServer({ key: host.private, cert: host.cert, ...tls });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ca = trusted === false ? {} : { ca: host.cert };
  const connections = openConnections({
    ...{ connections: 1, timeout: 5, bodyBound: () => 1000, ...ca },
  });
  onTestFinished(() => connections.close());
  const request = { method: 'GET', url: new URL(`https://localhost:${port}/v1`), headers: [] };
  const result = await connections.send(request, new AbortController().signal);
  if (!('failure' in result)) throw new Error('it was answered');
  return { words: failureWords(result.failure), message: result.failure.message };
}

const cases: readonly [string, RegExp, Parameters<typeof certificate>, Server][] = [
  ['has expired', /expired/, ['localhost', -2, -1], {}],
  ['is not valid yet', /not yet valid/, ['localhost', 1, 2], {}],
  ['is for another host', /does not match/, ['other.example'], {}],
  ['is for a very long name', /^.{500,560}$/, [`${'a'.repeat(999)}.example`], {}],
  ['is self-signed', /self-signed.*--ca/, ['localhost'], { trusted: false }],
  ['is not asked for', /TLS failed.*https/, ['localhost'], { plain: true }],
  ['has no cipher', /TLS failed/, ['localhost'], { maxVersion: 'TLSv1.2', ciphers: 'PSK' }],
  [
    'comes in an old version of TLS',
    /TLS failed/,
    ['localhost'],
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
  ],
];

test.each(cases)('a certificate that %s is told in plain words', async (_, words, of, options) => {
  const failure = await failureOf(await certificate(...of), options);
  expect(failure.words).toMatch(words);
  expect(failure.words + failure.message).not.toMatch(/openssl|routines|error:/);
});
