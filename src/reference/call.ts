import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../spec/operations.ts';

/** One request as the service sees it. */
export interface Call {
  readonly method: string;
  /** Below the base path, still percent-encoded: `/pets/5`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternately, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Absent if the specification does not document the call. */
  readonly operation: Operation | undefined;
  /** The `{petId}` of a getPet call; empty otherwise. */
  readonly petId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The number of this call among all that the service has received, from 1. */
  readonly sequence: number;
  /** The same object for every call on one connection. */
  readonly connection: object;
}

/** What the service answers, before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON to be written, with all digits of a BigInt; undefined for no body. */
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly text?: string | Buffer;
  /** Milliseconds for which the finished reply is held back; default: none. */
  readonly heldMs?: number;
}
