/** Builders of changes of what is sent: header fields, lost answers, and answers to others. */
import type { ServerResponse } from 'node:http';
import { payloadOf } from '../src/reference/behaviour.ts';
import type { Call, Reply } from '../src/reference/call.ts';
import { type Change, onReply, withStatus } from '../src/reference/changes.ts';

type Which = (call: Call, reply: Reply) => boolean;

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

/** Answers some of the creations that are due a 400 with another status. */
export const refusedWith = (status: number, which: (call: Call) => boolean): Change =>
  onReply((reply, call) =>
    call.operation === 'createPet' && reply.status === 400 && which(call)
      ? withStatus(reply, status)
      : reply,
  );
