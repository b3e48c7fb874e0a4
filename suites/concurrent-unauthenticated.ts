/** Whether the key is still accepted while others ask without one. */

import { isCallerRefused, noKey } from '../src/http/credential.ts';
import { type Answered, type Exchange, isAnswered, wereTogether } from '../src/http/exchange.ts';
import type { CheckContext } from '../src/run/checks/check-context.ts';
import { mismatch } from '../src/run/checks/matchers.ts';
import { check, requirement } from '../src/run/checks/registration.ts';
import { NotApplicable, orNothing } from '../src/run/requests/outcomes.ts';

/** This many reads alone, before and after, tell a key that is refused beside unauthenticated requests from one that is locked out. */
const readsAlone = 3;

/** Whether a caller without the key was being answered at the same time. */
function isBesideAnonymous(one: Answered, exchanges: readonly Exchange[]): boolean {
  return exchanges.some((other) => other.caller === 'anonymous' && wereTogether(one, other));
}

/** A read that was refused to the key beside a caller without one, if the key was refused nowhere else. */
function refusedBeside({ exchanges }: CheckContext): Answered | undefined {
  const refused = exchanges
    .filter(isAnswered)
    .filter((one) => one.caller === 'authenticated' && isCallerRefused(one.response.status));
  const isSure = refused.every((one) => isBesideAnonymous(one, exchanges));
  return isSure ? refused.find(({ operation }) => operation === 'getPet') : undefined;
}

requirement('get.found', () => {
  check('an animal that is read while others ask without a key', async (context) => {
    const refused = refusedBeside(context);
    const [, digits] = /\/pets\/(-?\d+)$/.exec(refused?.request.url ?? '') ?? [];
    if (refused === undefined || digits === undefined) {
      throw new NotApplicable('no read was refused beside callers without a key, and only there');
    }
    const { api } = context;
    const ask = () => api.getPet(BigInt(digits));
    const alone: Answered[] = [];
    const askAlone = async () => {
      for (let nth = 0; nth < readsAlone; nth += 1) alone.push(await ask());
    };
    await askAlone();
    const anonymous = orNothing(api.listPets({}, { as: noKey }));
    const [beside, other] = await Promise.all([ask(), anonymous]);
    await askAlone();
    const isServedAlone = alone.every(({ response }) => response.status === 200);
    if (other === undefined || !isServedAlone || !isCallerRefused(beside.response.status)) {
      throw new NotApplicable('who asked without a key may be locked out for a time');
    }
    mismatch('200, as the same read gets that is asked for alone', refused);
  });
});
