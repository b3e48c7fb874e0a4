/** Why a run waits, in the words of its reports. */
export const waitReasons = {
  fewRemain: 'few requests remain until the rate limit resets',
  noneRemain: 'no requests remain until the rate limit resets',
  reserve: (remaining: number) =>
    `${remaining} requests remain, a reserve for other users of the key; the rate limit resets then` as const,
  saidWhen: 'the service answered 429 and said when to retry',
  notSaidWhen: 'the service answered 429 and did not say when to retry',
  atOnce: 'as many went out within a second as the service took before it refused one',
  toSpend: 'the limit is to be spent from its reset on',
  lockedOut: 'the caller may be locked out for bad log-ins',
  indicated: 'as the 429 indicated',
  mayPass: (status: number) => `${status}, which may pass` as const,
  mayPassOnceMore: (status: number) => `${status}, which may pass; once more` as const,
  toAll: (status: number) => `${status} to whatever is asked; once more` as const,
  learning: 'refused to a key that other questions are served with; once more',
  starting: 'the service may be starting again',
  gateway: 'a gateway answered, which may pass',
  sharedLate: 'to see whether the count is only shared late',
} as const;

type Words<T> = T extends (...parts: never) => infer Text ? Text : T;

/** One of them. */
export type WaitReason = Words<(typeof waitReasons)[keyof typeof waitReasons]>;

/** Why an unanswered request is sent again after a pause; with the code of the failure. */
export type UnansweredReason = `no answer (${string}); once more on a fresh connection`;
