/**
 * Section 4.2: what is refused before anything was created. It is asked once in any case, and here an error that leaves
 * something behind, as a half-open transaction or a validator that keeps its objections, spoils all that follows.
 */
import { check, requirement } from '../src/engine/requirement.ts';
import { withBody, without } from './refused-bodies.ts';

requirement('create.missing-name', () => {
  check('an empty object', without('name', 'categoryId', 'status'));
});

requirement('create.invalid-body', () => {
  check('the body is JSON that breaks off', withBody('JSON that breaks off'));
});
