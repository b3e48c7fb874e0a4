/**
 * Section 4.2: one refusal before anything is created. It is asked in any case, and here an error that leaves something
 * behind, as a half-open transaction or a validator that keeps its objections, spoils all that follows.
 */
import { check, requirement } from '../src/engine/requirement.ts';
import { without } from './refused-bodies.ts';

requirement('create.missing-name', () => {
  check('an empty object', without('name', 'categoryId', 'status'));
});
