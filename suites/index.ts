/**
 * Every chapter, in the order of a run: what may disturb a service comes last, such as wrong keys, which may lock the
 * caller out.
 */
import './listing.ts';
import './creation.ts';
import './retrieval.ts';
import './not-found.ts';
import './refusals.ts';
import './gap-observations.ts';
import './rate-limits.ts';
import './authentication.ts';
import './every-response.ts';
import './end-of-run.ts';
import './coverage.ts';
import './rate-exhaustion.ts';
