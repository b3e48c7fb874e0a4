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
    decided:
      'To find out, a run would have to earn a ban. It would lose its key, and others who share it would too.',
  },
  {
    ...never,
    id: 'untested.body-size',
    section: '8',
    statement: 'How large may the body of a request be?',
    decided:
      'The specification names no size, so no answer could be wrong, and looking for the limit would load a service that others use.',
  },
  {
    ...never,
    id: 'untested.daily-quota',
    section: '8',
    statement: 'Is the number of requests that the plan allows in a day enforced?',
    decided:
      'To find out, a run would have to spend a whole day of requests, and the key would be of no use to anyone until the day is over.',
  },
  {
    ...never,
    id: 'untested.key-issue',
    section: '5.5',
    statement: 'How are keys issued and revoked?',
    decided: 'The specification shows no operation for it, so there is nothing to ask.',
  },
] as const satisfies readonly Requirement[];
