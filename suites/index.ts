/** Every chapter, in the order of a run: what may disturb a service comes last. */
import './versioning.ts';
import './listing.ts';
import './creation.ts';
import './retrieval.ts';
import './refusals.ts';
import './authentication.ts';
import './answers.ts';
import './whole-run.ts';
import './rate-limits.ts';
import './gaps.ts';
import './last-look.ts';
import './rate-exhaustion.ts';
