/** Builders of changes of what is sent: header fields, lost answers, and answers to others. */
import type { ServerResponse } from 'node:http';
import { payloadOf } from '../src/reference/behaviour.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import { type Change, onReply, remembering, withStatus } from '../src/reference/changes.ts';

type Which = (call: Call, reply: Reply) => boolean;

/** Answers some of the calls that are due a 401 with another status. */
export const refusingAs = (status: number, who: (call: Call) => boolean): Change =>
  onReply((reply, call) => (reply.status === 401 && who(call) ? withStatus(reply, status) : reply));

/** Answers some calls with something else than the due reply. */
export const answeringWith = (which: Which, other: (reply: Reply, call: Call) => Reply): Change =>
  onReply((reply, call) => (which(call, reply) ? other(reply, call) : reply));

/** Ends the connection in place of some answers. */
export const droppingOn = (which: Which): Change =>
  inPlaceOf(which, (response) => response.destroy());

/** Never answers some calls, and keeps their connections open. */
export const silentOn = (which: Which): Change => inPlaceOf(which, () => undefined);

/** Begins some answers, and ends the connection in the middle of their bodies. */
export const breakingOffOn = (which: Which): Change =>
  inPlaceOf(which, (response, reply) => {
    const payload = payloadOf(reply);
    const length = { 'Content-Length': `${Buffer.byteLength(payload)}` };
    response.writeHead(reply.status, {
      'Content-Type': 'application/json',
      ...reply.headers,
      ...length,
    });
    response.write(payload.slice(0, Math.floor(payload.length / 2)), () => response.destroy());
  });

function inPlaceOf(which: Which, send: (response: ServerResponse, reply: Reply) => void): Change {
  return ({ transmit }) => ({
    transmit: (reply, response, call) =>
      which(call, reply) ? send(response, reply) : transmit(reply, response, call),
  });
}

/** Adds header fields to some answers, of names that they may already have. */
export const addingFields =
  (
    fields: (reply: Reply, call: Call) => readonly (readonly [name: string, value: string])[],
    which: Which = () => true,
  ): Change =>
  ({ transmit }) => ({
    transmit: (reply, response, call) => {
      if (!which(call, reply)) return transmit(reply, response, call);
      const payload = payloadOf(reply);
      const own = {
        ...(payload === '' ? {} : { 'Content-Type': 'application/json' }),
        'Content-Length': `${Buffer.byteLength(payload)}`,
        ...reply.headers,
      };
      const all = [...Object.entries(own), ...fields(reply, call)];
      response.writeHead(reply.status, all.flat());
      response.end(payload);
    },
  });

/** The names of the header fields of a request, as they were written. */
export const namesAsWritten = (response: ServerResponse): string[] =>
  response.req.rawHeaders.filter((_, at) => at % 2 === 0);

/** How long answers are held back so that simultaneous calls can be mixed up, in milliseconds. */
const lateMs = 4;

/** A reply that waits to be sent, and the call that it answers. */
export interface Waiting {
  readonly reply: Reply;
  readonly call: Call;
}

/**
 * Answers all calls some milliseconds late, and gives the change the replies that waited at the same time. A call alone
 * is answered correctly.
 */
export const mixing = (
  change: (reply: Reply, call: Call, beside: readonly Waiting[]) => Reply,
): Change =>
  remembering(() => {
    const open = new Map<Waiting, Waiting[]>();
    return ({ transmit }) => ({
      transmit: (reply, response, call) => {
        const one = { reply, call };
        const beside = [...open.keys()];
        for (const others of open.values()) others.push(one);
        open.set(one, beside);
        setTimeout(() => {
          open.delete(one);
          transmit(change(reply, call, beside), response, call);
        }, lateMs);
      },
    });
  });

/** Answers some of the creations that are due a 400 with another status. */
export const refusedWith = (status: number, which: (call: Call) => boolean): Change =>
  onReply((reply, call) =>
    call.operation === 'createPet' && reply.status === 400 && which(call)
      ? withStatus(reply, status)
      : reply,
  );
