import { bearerToken } from '../../reference/behaviour.ts';
import type { Call } from '../../reference/call.ts';
import { type Change, together } from '../../reference/changes.ts';
import { ownWindow } from '../../reference/limiters/counters.ts';
import { startReference } from '../../reference/server.ts';

/**
 * A server of plan pro, conformant unless it is changed, and a second key with a limit that is soon spent, however
 * busy the machine.
 */
export async function startShop(change: Change = () => ({})) {
  const spareKey = 'Reference-Spare-Key-4Tz';
  const isSpare = (call: Call) => bearerToken(call) === spareKey;
  const spare = ownWindow(30, 2500);
  const server = await startReference({
    plan: 'pro',
    change: together(change, ({ authorized, caller, quota }) => ({
      authorized: (call) => authorized(call) || isSpare(call),
      caller: (call) => (isSpare(call) ? 'spare' : caller(call)),
      quota: { take: (who, at) => (who === 'spare' ? spare : quota).take(who, at) },
    })),
  });
  return { ...server, spareKey };
}
