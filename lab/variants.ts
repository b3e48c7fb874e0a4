import type { Variant } from '../src/reference/subject.ts';
import { awayVariants } from './variants/away.ts';
import { callerVariants } from './variants/callers.ts';
import { countsAwayVariants } from './variants/counts-away.ts';
import { filedAnewVariants } from './variants/filed-anew.ts';
import { formVariants } from './variants/forms.ts';
import { fullVariants } from './variants/full.ts';
import { gapVariants } from './variants/gaps.ts';
import { idsSentVariants } from './variants/ids-sent.ts';
import { lateCreationVariants } from './variants/late-creations.ts';
import { limiterVariants } from './variants/limiters.ts';
import { limitInUseVariants } from './variants/limits-in-use.ts';
import { lateLimitVariants } from './variants/limits-late.ts';
import { sharedLimitVariants } from './variants/limits-shared.ts';
import { modelVariants } from './variants/model-store.ts';
import { othersTakeVariants } from './variants/others-take.ts';
import { ownLimitVariants } from './variants/own-limits.ts';
import { parserVariants } from './variants/parsers.ts';
import { presentVariants } from './variants/present-left-out.ts';
import { rateVariants } from './variants/rate.ts';
import { exhaustionVariants } from './variants/rate-exhaustion.ts';
import { removalVariants } from './variants/removal.ts';
import { replicaResetVariants } from './variants/replica-resets.ts';
import { resetAfterDeletionVariants } from './variants/reset-after-deletion.ts';
import { shopFlipVariants } from './variants/shop-flips.ts';
import { shopFrontVariants } from './variants/shop-front.ts';
import { shopLateVariants } from './variants/shop-late.ts';
import { shopLimitVariants } from './variants/shop-limits.ts';
import { shopOtherVariants } from './variants/shop-others.ts';
import { shopPageVariants } from './variants/shop-pages.ts';
import { shopReadVariants } from './variants/shop-reads.ts';
import { shopResetVariants } from './variants/shop-resets.ts';
import { shareVariants } from './variants/shop-shares.ts';
import { shopWordVariants } from './variants/shop-words.ts';
import { stagingVariants } from './variants/staging.ts';
import { migrationVariants } from './variants/staging-migrations.ts';
import { storeVariants } from './variants/store.ts';
import { wireVariants } from './variants/wire.ts';

const byFreedom: readonly Variant[] = [
  ...gapVariants,
  ...storeVariants,
  ...modelVariants,
  ...stagingVariants,
  ...awayVariants,
  ...wireVariants,
  ...parserVariants,
  ...removalVariants,
  ...rateVariants,
  ...exhaustionVariants,
  ...formVariants,
  ...limiterVariants,
  ...limitInUseVariants,
  ...lateLimitVariants,
  ...sharedLimitVariants,
  ...fullVariants,
  ...lateCreationVariants,
  ...callerVariants,
  ...shopOtherVariants,
  ...shopReadVariants,
  ...shopPageVariants,
  ...shareVariants,
  ...shopLateVariants,
  ...shopResetVariants,
  ...replicaResetVariants,
  ...othersTakeVariants,
  ...resetAfterDeletionVariants,
  ...shopFlipVariants,
  ...shopFrontVariants,
  ...shopLimitVariants,
  ...ownLimitVariants,
  ...countsAwayVariants,
  ...presentVariants,
  ...migrationVariants,
  ...filedAnewVariants,
  ...shopWordVariants,
];

/** Every conformant server on which the suite must not report a failure, by the freedom that it uses. */
export const variants: readonly Variant[] = [...idsSentVariants, ...byFreedom];
