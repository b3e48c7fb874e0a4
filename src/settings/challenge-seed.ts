import { createHash } from 'node:crypto';

/**
 * The seed of a run under a challenge, a 32-bit signed integer: whoever runs the suite may not choose among seeds
 * until one asks what his service can answer.
 */
export function seedOfChallenge(challenge: string): number {
  return createHash('sha256').update(`seed of the challenge ${challenge}`).digest().readInt32BE();
}
