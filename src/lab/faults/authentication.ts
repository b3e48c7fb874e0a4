import { bearerToken } from '../../reference/behaviour.ts';
import { demoKey } from '../../reference/server.ts';
import type { Fault } from '../subject.ts';

/** Section 5: keys. */
export const authenticationFaults: readonly Fault[] = [
  {
    id: 'auth.key-compared-by-prefix',
    title: 'takes any token that begins with the key',
    breaks: ['auth.invalid-key'],
    change: () => ({
      authorized: (call) => (bearerToken(call) ?? '').startsWith(demoKey),
    }),
  },
];
