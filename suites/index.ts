/** Every chapter, in the order of a run: what may disturb a service comes last. */
import './versioning.ts';
import './listing.ts';
import './authentication.ts';
import './creation.ts';
import './retrieval.ts';
import './refusals.ts';
import './answers.ts';
import './rate-limits.ts';
import './gaps.ts';
import './rate-exhaustion.ts';
