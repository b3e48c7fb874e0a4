import { gzipSync } from 'node:zlib';
import type { RequirementId } from '../../src/catalogue/catalogue.ts';
import { payloadOf } from '../../src/reference/behaviour.ts';
import { type Change, inAnswers, showing, without } from '../../src/reference/changes.ts';
import { headersOf } from '../variants/wire-headers.ts';
import type { Expected, HostilePeer } from './peer.ts';
import { changedPeer } from './servers.ts';

/** Lists with another text as their body. */
const lists = (change: (text: string) => string | Buffer): Change =>
  inAnswers('listPets', 200, (reply) => ({ ...reply, text: change(payloadOf(reply).toString()) }));

const megabyte = 1024 * 1024;

/** Spaces behind the opening bracket, `JSON` as before. */
const padded = (text: string, padding: Buffer) =>
  Buffer.concat([Buffer.from(text.slice(0, 1)), padding, Buffer.from(text.slice(1))]);

/** Lists that go on with so many megabytes of white space before they end. */
const endless = (megabytes: number): Change => {
  const piece = Buffer.alloc(megabyte, ' ');
  return ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (call.operation !== 'listPets' || reply.status !== 200) {
        transmit(reply, response, call);
        return;
      }
      let left = megabytes;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
        response.end(']');
      };
      response.writeHead(200, without(headersOf(reply), 'Content-Length'));
      response.write('[');
      more();
    },
  });
};

/** 300 MB of spaces in 300 kB: a file of gzip may have many members (RFC 1952, section 2.2). */
const bomb = () => {
  const member = gzipSync(Buffer.alloc(3 * megabyte, ' '));
  const members = Array.from({ length: 100 }, () => member);
  return (text: string) =>
    Buffer.concat([gzipSync(text.slice(0, 1)), ...members, gzipSync(text.slice(1))]);
};

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** A parser may set a limit (RFC 8259, section 9): deeper nesting says nothing about the service. */
const tooDeep: Expected = { verdict: 'incomplete', says: /nests more than 500 levels deep/ };

/** The list is not a list: that requirement fails, and those that need a list stay open. */
const noList = {
  verdict: 'non-conformant',
  fails: ['list.returns-pets'],
  alone: true,
} as const;

/** Longer than the suite reads: nothing is said about it. */
const unread = {
  verdict: 'incomplete',
  alone: true,
  passes: ['create.created', 'create.invalid-body'],
  says: /longer than the suite reads \(--max-body\)/,
} as const;

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

const sizes: readonly HostilePeer[] = [
  {
    id: 'bodies.two-hundred-megabytes',
    title: 'lists with 200 MB of white space',
    only: aboutLists,
    start: changedPeer(endless(200)),
    expected: unread,
  },
  {
    id: 'bodies.gzip-bomb',
    title: 'lists with 300 MB of white space in 300 kB of gzip',
    only: aboutLists,
    start: changedPeer((base) => {
      const packed = bomb();
      return inAnswers('listPets', 200, (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'Content-Encoding': 'gzip' },
        text: packed(payloadOf(reply).toString()),
      }))(base);
    }),
    expected: unread,
  },
  {
    id: 'bodies.a-million-values',
    title: 'lists with a million numbers, each of which takes a hundred bytes of memory',
    only: aboutLists,
    start: changedPeer(lists(() => `[${'1,'.repeat(900_000)}1]`)),
    expected: { ...unread, says: /far more values than a page of animals/ },
  },
  {
    id: 'bodies.arrays-in-one-another',
    title:
      'lists and shows each animal with a further member of a hundred thousand arrays, 490 deep',
    only: aboutLists,
    start: changedPeer(
      showing((shown) => ({ ...shown, more: Array(200).fill(JSON.parse(nested(490))) })),
    ),
    expected: { verdict: 'incomplete', says: /far more values than a page of animals/ },
  },
  {
    id: 'bodies.just-below-the-bound',
    title: 'conforms, with a megabyte of white space in each list',
    only: aboutLists,
    start: changedPeer(lists((text) => padded(text, Buffer.alloc(megabyte, ' ')))),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'bodies.long-strings',
    title: 'conforms, with a string of 300,000 characters in each list',
    only: aboutLists,
    start: changedPeer(({ show, list }) => {
      let listing = false;
      return {
        list: (...call) => {
          listing = true;
          return list(...call);
        },
        show: (animal, call) => {
          const note = listing && call.operation === 'listPets' ? 'a"\\é'.repeat(75_000) : '';
          listing = false;
          return { ...Object(show(animal, call)), note };
        },
      };
    }),
    expected: { verdict: 'conformant' },
  },
];

const texts: readonly HostilePeer[] = [
  {
    id: 'bodies.nested-too-deep',
    title: 'lists with JSON that nests 100,000 deep',
    start: changedPeer(lists(() => nested(100_000))),
    expected: tooDeep,
  },
  {
    id: 'bodies.nested-objects',
    title: 'lists with objects that nest 100,000 deep and never end',
    start: changedPeer(lists(() => '{"a":'.repeat(100_000))),
    expected: tooDeep,
  },
  {
    id: 'bodies.nested-a-little',
    title: 'conforms, with a further member that nests 400 deep',
    start: changedPeer(showing((shown) => ({ ...shown, more: JSON.parse(nested(400)) }))),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'bodies.cut-off',
    title: 'lists with JSON that breaks off, in an answer that is whole',
    start: changedPeer(lists((text) => text.slice(0, -1))),
    expected: noList,
  },
  {
    id: 'bodies.no-utf8',
    title: 'lists with bytes that are no UTF-8',
    start: changedPeer(
      lists((text) => padded(text, Buffer.from('{"name":"\xe9","id":1},', 'latin1'))),
    ),
    expected: noList,
  },
  {
    id: 'bodies.utf-16',
    title: 'lists in UTF-16',
    start: changedPeer(lists((text) => Buffer.from(`\ufeff${text}`, 'utf16le'))),
    expected: noList,
  },
  {
    id: 'bodies.byte-order-mark',
    title: 'conforms, with a byte order mark before each list, which a parser may pass over',
    start: changedPeer(lists((text) => `\ufeff${text}`)),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'bodies.duplicate-names',
    title: 'conforms in the last of several members of one name, as parsers have it',
    start: changedPeer(lists((text) => text.replaceAll('{"id":', '{"id":"no","name":7,"id":'))),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'bodies.prototype',
    title: 'conforms, with members named as what every object has',
    start: changedPeer(
      lists((text) =>
        text.replaceAll('{"id":', '{"__proto__":{"id":"x"},"constructor":1,"toString":2,"id":'),
      ),
    ),
    expected: { verdict: 'conformant' },
  },
  {
    id: 'bodies.animals-in-the-prototype',
    title: 'lists with animals whose members are in __proto__',
    start: changedPeer(
      lists(() => '[{"__proto__":{"id":1,"name":"Rex","categoryId":1,"status":"sold"}}]'),
    ),
    expected: noList,
  },
  {
    id: 'bodies.control-characters',
    title: 'lists with escape sequences of terminals, markup and half surrogate pairs',
    start: changedPeer(
      lists(() => '"\\u001b[2J \\ud800 \\u202e </script><script>alert(1)</script> ]]> {{7*7}}"'),
    ),
    expected: noList,
  },
];

/** Peers whose bodies are too long, or no JSON. */
export const bodyPeers: readonly HostilePeer[] = [...sizes, ...texts];
