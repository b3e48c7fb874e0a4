import type { Operation, RepeatableOperation } from '../catalogue/operations.ts';
import type { Credential } from './credential.ts';
import type { Purpose } from './exchange.ts';
import type { Connections } from './wire/transport.ts';

/** One question to the implementation. */
export interface ApiRequest {
  /** Absent for what the specification does not document. */
  readonly operation?: Operation;
  readonly method: string;
  /** Below the base address, with its query. */
  readonly path: string;
  readonly body?: string;
  /**
   * The body of a further attempt, counted from 1: the first attempt may have created its animal although its answer
   * was lost, so the same animal must not be asked for again.
   */
  readonly anew?: (attempt: number) => string;
  /** Default: `application/json` if there is a body; null for none. */
  readonly contentType?: string | null;
  /** Default `application/json`; null for none. */
  readonly accept?: string | null;
  /** `Accept-Encoding`; default none. */
  readonly codings?: string;
  /** `Accept-Language`; default none. */
  readonly languages?: string;
  /** How the names of headers are written; default as RFC 9110 has them. */
  readonly names?: 'lower' | 'upper';
  /** Whether the body is sent in chunks (RFC 9112, section 7.1) instead of with its length. */
  readonly chunked?: boolean;
  readonly credential: Credential;
  readonly purpose: Purpose;
  /** Whether a conformant implementation may create an animal for it. */
  readonly mayCreate?: boolean;
  /** A log-in for which the budget of refused log-ins keeps room. */
  readonly isReserved?: boolean;
  /** The requirement on whose behalf it is asked; absent if it serves many. */
  readonly topic?: string;
  /** Instead of the shared connections. */
  readonly over?: Connections;
}

/** A request that may be sent any number of times under a valid key. */
export type RepeatableRequest = ApiRequest & { readonly operation?: RepeatableOperation };
