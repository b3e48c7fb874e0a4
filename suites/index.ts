/**
 * Every chapter, in the order of a run: what may disturb a service comes last, such as wrong keys, which may lock the
 * caller out.
 */
import './listing.ts';
import './creation.ts';
import './retrieval.ts';
import './not-found.ts';
import './refusals.ts';
import './gaps.ts';
import './rate-limits.ts';
import './authentication.ts';
import './answers.ts';
import './last-look.ts';
import './beside-strangers.ts';
import './whole-run.ts';
import './rate-exhaustion.ts';
