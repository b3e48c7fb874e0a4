import { faultsOf, showing } from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

const idAsText = (animal: object) => ({ ...animal, id: String(Object(animal).id) });

/**
 * Answers to what the specification leaves open: the request may be refused or accepted, but an animal must be valid in
 * any case.
 */
export const probedAnswerFaults: readonly Fault[] = faultsOf('pet.id', {
  'probed.id-as-text-on-further-pages': [
    'writes ids as strings on pages that are asked for by page or offset',
    showing((shown, { operation, query }) =>
      operation === 'listPets' && (query.has('page') || query.has('offset'))
        ? idAsText(shown)
        : shown,
    ),
  ],
  'probed.id-as-text-with-more-members': [
    'writes the id as a string in answer to a creation with a member that nobody described',
    showing((shown, { body, operation }) =>
      operation === 'createPet' && body.includes('"conformance":') ? idAsText(shown) : shown,
    ),
  ],
}).map((fault) => ({ ...fault, settings: everyTurn }));
