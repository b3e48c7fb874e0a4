/** What HTTP statuses mean where the specification leaves room for more than one cause. */
import { factsOf, operationNames } from './operations.ts';

/** Success of any operation (section 4). */
export const served: readonly number[] = operationNames.map((name) => factsOf[name].statuses[0]);

/** Something before the service stopped the request: a firewall, a gateway, a body that is too large for it. */
export const stopped: readonly number[] = [403, 408, 413];

/** It stopped an odd body: 405 with a captcha, 406 by the rules of ModSecurity. */
export const stoppedBody: readonly number[] = [403, 405, 406, 413];

/** A creation that is answered so has created nothing; any other answer may have come after the creation. */
export const createsNothing: readonly number[] = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429];

/** About what was asked, and not about who asked. */
export const ofTheRequest: readonly number[] = [
  400, 404, 405, 406, 409, 410, 413, 415, 422, 429, 501,
];

/** The operation is not there; a router says 405 if another method is. */
export const noOperation: readonly number[] = [404, 405, 410, 501];

/** There is no such category; whether it must exist is left open (section 2). */
export const noCategory: readonly number[] = [400, 404, 422];

/** The store takes nothing more: the key may not create, the name is taken, the store is full (RFC 4918, section 11.5). */
export const full: readonly number[] = [403, 409, 507];
