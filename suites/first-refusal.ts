/**
 * Section 4.2: one refusal before anything is created. It is asked in any case; asked first, an error that leaves
 * something behind (a half-open transaction, a validator that keeps its objections) spoils all that follows.
 */
import { check, requirement } from '../src/engine/checks/requirement.ts';
import { emptyObject } from './refused-bodies.ts';

requirement('create.missing-name', () => {
  check('an empty object', async (context) => {
    const { inventory } = context;
    await inventory.look();
    // Nothing is known of the store yet, and nothing is needed: the survey runs at the same time.
    const surveying = Promise.allSettled([inventory.survey()]);
    await emptyObject(context).finally(() => surveying);
  });
});
