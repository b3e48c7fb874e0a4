/**
 * The most requests that a run may be allowed to send: half as many again as the longest plan (`--budget 2000`), for
 * what is asked twice and what spends a limit. A recording of more is of no run, and is not read.
 */
export const mostRequests = 3000;
