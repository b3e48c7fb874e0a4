import { seedOfChallenge } from '../../settings/read-settings.ts';
import { cut } from '../../text/visible.ts';
import type { Report } from '../report.ts';

const flag = '--challenge';

/** The challenge that a run was given; undefined if it was given none. */
export function challengeOf({ run }: Report): string | undefined {
  return run.settings[flag];
}

/** Why the seed of a report does not follow from its challenge; nothing if it does, or there is none. */
export function seedFollows(report: Report): string[] {
  const challenge = challengeOf(report);
  if (challenge === undefined) return [];
  const [due, { seed }] = [seedOfChallenge(challenge), report.run];
  return seed === due ? [] : [`its seed is ${seed}, and that of its challenge is ${due}`];
}

/**
 * Why a report is not of a run with this challenge; nothing if none is asked for. Whether its questions really follow
 * from the challenge shows when its traffic is judged again: other questions have no answer there.
 */
export function boundTo(report: Report, challenge: string | undefined): string[] {
  const given = challengeOf(report);
  if (challenge === undefined || challenge === given) return [];
  if (given === undefined) return ['its run was given no challenge'];
  return [`its run was given another challenge, ${cut(given, 100)}`];
}
