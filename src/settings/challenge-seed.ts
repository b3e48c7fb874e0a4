import { createHash } from 'node:crypto';

/**
 * The seed that follows from a challenge, a 32-bit signed integer: whoever runs the suite must not be able to try seeds
 * until one asks only what the service can answer.
 */
export function seedOfChallenge(challenge: string): number {
  return createHash('sha256').update(`seed of the challenge ${challenge}`).digest().readInt32BE();
}
