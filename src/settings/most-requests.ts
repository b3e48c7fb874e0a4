/**
 * The most requests that a run may be allowed to send: half as many again as the longest plan (`--budget 2000`), for
 * retries and for spending a limit. A recording with more is not of a run, and is not read.
 */
export const mostRequests = 3000;
