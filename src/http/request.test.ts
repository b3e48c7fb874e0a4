/** The curl lines are run, and what arrives must be what the client sent. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  bare,
  type Credential,
  emptyBearer,
  inOtherPlaces,
  lowerCaseScheme,
  nearMisses,
  noKey,
  theKey,
  underBasic,
  underScheme,
  withCookies,
  wrongKey,
} from './credential.ts';
import type { ApiRequest } from './request.ts';
import { creation, listing, openClient } from './testing/open-client.ts';
import { type Arrival, inTurn, startPeer } from './testing/peer.ts';

const run = promisify(execFile);

const key = 'Key-1$HOME`id`"\'\\!{2}a';

/** What arrives when the client sends the request, and when its curl line does. */
async function bothWays(request: ApiRequest): Promise<{ sent: Arrival; again: Arrival }> {
  const peer = await startPeer(inTurn({}));
  const { client } = openClient(peer);
  const { curl } = await client.send(request);
  await run('bash', ['--norc', '-c', curl], {
    env: { PATH: process.env.PATH, PETSTORE_API_KEY: key, no_proxy: '*' },
  });
  const [sent, again] = peer.arrivals;
  if (!sent || !again || peer.arrivals.length > 2) throw new Error(`not sent twice: ${curl}`);
  return { sent, again };
}

/** What a request asks, apart from what a client says of itself. */
function substance({ method, url, body, headers }: Arrival) {
  const { authorization, accept, 'content-type': type, 'x-api-key': other, cookie } = headers;
  const coding = headers['transfer-encoding'];
  const { 'accept-encoding': codings, 'accept-language': languages } = headers;
  const asked = { accept, codings, languages };
  return { method, url, body, authorization, type, other, cookie, coding, ...asked };
}

async function expectSame(request: ApiRequest): Promise<void> {
  const { sent, again } = await bothWays(request);
  expect(substance(again)).toEqual(substance(sent));
}

const credentials: [string, Credential][] = [
  ['the key', theKey(key)],
  ['no key', noKey],
  ['Bearer alone', emptyBearer],
  ['the key under Basic', underBasic(key)],
  ['the key under Token', underScheme('Token', key)],
  ['the key without a scheme', bare(key)],
  ['the key in other places', inOtherPlaces(key)],
  ['cookies', withCookies(['a=1', 'b=$HOME`id`', 'c!=!!"\'!'])],
  ['bearer in lower case', lowerCaseScheme(key)],
  ['a key that nobody has', wrongKey('Uvw-729')],
  ['a key that nobody has, with signs of the shell', wrongKey('U$HOME`id`"\\v')],
  ...(['first', 'last'] as const)
    .flatMap((end) => nearMisses(key, end))
    .map(({ title, credential }): [string, Credential] => [title, credential]),
];

test('at a shell that looks for ! in its history, nothing of the history is sent', async () => {
  const peer = await startPeer(inTurn({}));
  const { client } = openClient(peer);
  const credential = withCookies(['a=!export', "b='!export'"]);
  const { curl } = await client.send({ ...listing, credential });
  const session = ['set -o history -H', 'export SECRET=hunter2', curl, 'exit'].join('\n');
  const shell = run('bash', ['--norc'], { env: { PATH: process.env.PATH, no_proxy: '*' } });
  shell.child.stdin?.end(`${session}\n`);
  await shell;
  expect(peer.arrivals[1]?.headers.cookie).toBe(peer.arrivals[0]?.headers.cookie);
});

test('with codings and languages that the client takes, and can read', async () => {
  const wishes = { codings: 'gzip, deflate, br', languages: 'tr-TR, de;q=0.5' };
  const request = { ...listing, credential: theKey(key), ...wishes };
  const { sent, again } = await bothWays(request);
  expect(substance(again)).toEqual(substance(sent));
  expect(sent.headers).toMatchObject({
    'accept-encoding': wishes.codings,
    'accept-language': wishes.languages,
  });
});

test.each(credentials)('with %s', (_, credential) => expectSame({ ...listing, credential }));

const bodies: [string, string][] = [
  ['quotes of both kinds', `{"name":"it's \\"Rex\\""}`],
  ['signs of the shell', '{"name":"$HOME `id` \\\\ !! $(id) *"}'],
  ['text of every script', '{"name":"é 犬 🐕 𝒳"}'],
  ['line breaks', '{\n  "name": "Rex"\r\n}\n'],
  ['control characters', '{"name":"a\u0001\t\u001b[31m\u007f\'\\b"}'],
  ['a digit after a control character', '{"name":"\u00011"}'],
  ['nothing', ''],
  ['an @ at the start', '@/dev/null'],
];

test.each(bodies)('with a body of %s', (_, body) =>
  expectSame({ ...creation, credential: theKey(key), body }),
);

test.each([
  ['no media type', null],
  ['text/plain', 'text/plain'],
])('with a body under %s', (_, contentType) =>
  expectSame({ ...creation, credential: theKey(key), contentType }),
);

test('without Accept', () => expectSame({ ...listing, credential: theKey(key), accept: null }));

test.each([
  ['GET', '/pets?status=sold&limit=9'],
  ['GET', '/pets?limit=[1-3]&status={a,b}'],
  ['GET', "/pets/it's"],
  ['DELETE', '/pets/5'],
])('%s %s', (method, path) => expectSame({ ...listing, credential: theKey(key), method, path }));

test('the line shows no key and can be read', async () => {
  const peer = await startPeer(inTurn({}));
  const { client } = openClient(peer);
  const { curl } = await client.send({ ...creation, credential: theKey(key) });
  const variable = '$' + '{PETSTORE_API_KEY}';
  expect(curl).toBe(
    `curl -gi -X POST -H "Authorization: Bearer ${variable}" -H 'Accept: application/json' ` +
      `-H 'Content-Type: application/json' --data-raw '${creation.body}' ${peer.baseUrl}/pets`,
  );
});
