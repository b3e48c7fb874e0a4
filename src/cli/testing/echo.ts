/** For tests: a service that gives back every credential that it gets, everywhere and in every form. */
import { gzipSync } from 'node:zlib';
import type { Behaviour } from '../../reference/behaviour.ts';
import type { Call, Reply } from '../../reference/call.ts';
import { type ReferenceServer, startReference } from '../../reference/server.ts';

/** The forms in which a peer may give a text back. */
export function formsOf(text: string): string[] {
  const half = Math.floor(text.length / 2);
  const parts = [text, text.slice(0, half), text.slice(half)];
  return [
    ...new Set(parts.flatMap((part) => [part, part.toLowerCase(), part.toUpperCase()])),
  ].flatMap((part) => [
    part,
    encodeURIComponent(part),
    encodeURIComponent(encodeURIComponent(part)),
    hexOf(part).replace(/../g, '%$&'),
    hexOf(part),
    JSON.stringify(part).slice(1, -1),
    JSON.stringify(JSON.stringify(part)).slice(1, -1),
    hexOf(part).replace(/../g, '\\u00$&'),
    ...inCodes(part),
    part.replace(/\W/g, '\\$&'),
    part.replace(/./g, '\\$&'),
    part.replaceAll('"', '""'),
    base64(part).replace(/.{6}/g, '$& '),
    ...['', 'x', 'xy', 'Aladdin:'].flatMap((before) => [
      base64(`${before}${part}`),
      Buffer.from(`${before}${part}`).toString('base64url'),
    ]),
    base64(`${part}:${part}`),
  ]);
}

/** Each character by its number, in the ways of HTML, JavaScript and C. */
function inCodes(text: string): string[] {
  const all = (write: (code: number) => string) =>
    [...text].map((one) => write(one.charCodeAt(0))).join('');
  return [
    all((code) => `&#${code};`),
    all((code) => `&#00${code}`),
    all((code) => `&#x0${code.toString(16)};`),
    all((code) => `\\u{${code.toString(16)}}`),
    all((code) => `\\${code.toString(8).padStart(3, '0')}`),
  ];
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hexOf = (text: string) => Buffer.from(text).toString('hex');

/** How the service breaks the specification, so that failures are shown with what it said. */
export type Manner = 'json' | 'html';

/** Starts it for a key; it knows nothing of another one but what it is sent. */
export function startEcho(
  apiKey: string,
  manner: Manner,
  windowMs?: number,
): Promise<ReferenceServer> {
  return startReference({
    apiKey,
    plan: windowMs === undefined ? 'business' : 'free',
    ...(windowMs === undefined ? {} : { windowMs }),
    change: (base) => echoing(base, manner),
  });
}

function echoing(base: Behaviour, manner: Manner): Partial<Behaviour> {
  return {
    show: (animal, call) => {
      const said = inTurn(call, Number(animal.id));
      const name = Number(animal.id) % 2 === 0 ? said : animal.name;
      return { ...Object(base.show(animal, call)), name, [said]: said };
    },
    error: ({ code, status }, call) => {
      const said = inTurn(call);
      return {
        code: `${code}-${said}`,
        message: `no key ${said}`,
        status,
        [said]: { [said]: [said] },
      };
    },
    finish: (reply, call) => ({
      ...reply,
      headers: { ...reply.headers, ...headersOf(call) },
      ...(manner === 'html' ? page(reply, call) : {}),
    }),
    transmit: (reply, response, call) => {
      const { text, body = text, status } = reply;
      const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : json(base, body);
      response.writeHead(status, `No ${inTurn(call, 3)}`, reply.headers);
      response.end(bytes);
    },
  };
}

const json = (_: Behaviour, body: unknown) =>
  JSON.stringify(body, (_name, value) => (typeof value === 'bigint' ? Number(value) : value));

/** Redirects and pages where the specification has JSON; packed, as the suite unpacks it. */
function page(reply: Reply, call: Call): Pick<Reply, 'status' | 'text' | 'headers'> {
  const list = seenIn(call)
    .flatMap(formsOf)
    .map((form) => `<li title="${form}">${form}`);
  const location = `/login/${encodeURIComponent(inTurn(call))}?key=${encodeURIComponent(inTurn(call, 1))}`;
  const headers = {
    ...reply.headers,
    ...headersOf(call),
    'Content-Encoding': 'gzip',
    'Content-Type': `text/html; key="${inTurn(call, 6)}"`,
    Location: location,
  };
  const status = call.sequence % 3 === 0 ? 302 : reply.status;
  return { status, text: gzipSync(`<html><ul>${list.join('\n')}`), headers };
}

function headersOf(call: Call): Record<string, string> {
  const forms = seenIn(call).flatMap(formsOf);
  const names = forms.filter((form) => /^[\w!#$%&'*+.^`|~-]+$/.test(form));
  const some = names.filter((_, at) => (at + call.sequence) % 7 === 0).slice(0, 12);
  return {
    'WWW-Authenticate': `Bearer realm="${inTurn(call)}", error="${inTurn(call, 5)}"`,
    'X-Echo': forms.filter((_, at) => (at + call.sequence) % 9 === 0).join(' '),
    Location: `https://elsewhere.example/${encodeURIComponent(inTurn(call, 2))}#${inTurn(call, 4)}`,
    'Content-Type': `application/json; key="${inTurn(call, 6)}"`,
    ...Object.fromEntries(some.map((name) => [name, 'a header whose name says it'])),
  };
}

/** One form of what the call holds, another each time. */
function inTurn(call: Call, shift = 0): string {
  const forms = seenIn(call).flatMap(formsOf);
  return forms[(call.sequence * 7 + shift * 13) % Math.max(1, forms.length)] ?? 'nothing';
}

/** The credentials that a call carries, as they are and taken out of Basic. */
function seenIn({ headers }: Call): string[] {
  const { authorization = '' } = headers;
  const [, token = authorization] = /^\S+ (.*)$/.exec(authorization) ?? [];
  const inBasic = /^Basic /.test(authorization) ? [Buffer.from(token, 'base64').toString()] : [];
  return [token, ...inBasic, String(headers['x-api-key'] ?? '')].filter((one) => one !== '');
}
