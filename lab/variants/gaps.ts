import type { Variant } from '../../src/reference/subject.ts';
import { authenticationVariants } from './authentication.ts';
import { answerGaps } from './gaps-answers.ts';
import { creationGaps } from './gaps-creation.ts';
import { listingGaps } from './gaps-listing.ts';
import { memberGaps } from './gaps-members.ts';

/** The gaps of the catalogue, each used in several ways. */
export const gapVariants: readonly Variant[] = [
  ...listingGaps,
  ...creationGaps,
  ...memberGaps,
  ...answerGaps,
  ...authenticationVariants,
];
