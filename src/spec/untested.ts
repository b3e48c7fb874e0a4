import type { Requirement } from './requirement.ts';

// No profile decides these; `full` keeps every smaller profile from including them.
const never = {
  level: 'untested',
  profile: 'full',
  allows: 'Anything: nothing is sent that would show it.',
  decidedBy: 'nothing',
} as const;

/** What no run probes, each with its reason in `decided`. */
export const untested = [
  {
    ...never,
    id: 'untested.bans',
    section: '5.4, 8.4',
    statement: 'Is a key that goes on sending after a 429 banned, and for how long?',
    decided: 'The test would have to provoke a ban. Then nobody who shares the key could use it.',
  },
  {
    ...never,
    id: 'untested.body-size',
    section: '8',
    statement: 'How large may the body of a request be?',
    decided:
      'The specification names no size, so no response could be wrong, and the search for the limit would put load on a shared service.',
  },
  {
    ...never,
    id: 'untested.daily-quota',
    section: '8',
    statement: 'Is the number of requests that the plan allows in a day enforced?',
    decided:
      'The test would have to use up the requests of a whole day, and the key would be blocked until the day is over.',
  },
  {
    ...never,
    id: 'untested.key-issue',
    section: '5.5',
    statement: 'How are keys issued and revoked?',
    decided: 'The specification has no operation for it, so there is nothing to test.',
  },
] as const satisfies readonly Requirement[];
