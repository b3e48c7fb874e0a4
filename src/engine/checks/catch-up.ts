import type { CheckContext } from './context.ts';

/**
 * Waits for a share of the time by which reads may lag behind writes, and asks nothing meanwhile; a share of 0 does not
 * wait.
 */
export async function catchUp(
  { eventually, graceMs, now }: CheckContext,
  share: number,
): Promise<void> {
  const until = now() + share * graceMs();
  await eventually(
    () => Promise.resolve(now()),
    (at) => at >= until,
  );
}

/** The wait before each round of a contradiction, as a share of the grace: by the last one, what lags has caught up. */
export const pauseBefore = [0, 0.35, 1] as const;

/**
 * Pauses that together last as long as reads may lag; uneven, so that they do not miss what changes at an even pace.
 */
export const unevenPauses = [0.19, 0.29, 0.23, 0.12, 0.17] as const;
