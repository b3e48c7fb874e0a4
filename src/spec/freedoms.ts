/** What others may do to a store during a run without failing the service. Nothing else excuses a contradiction. */
import type { RequirementId } from './catalogue.ts';

/** One freedom: what is allowed, and what happens beyond it. */
export interface Freedom {
  readonly id: string;
  readonly allowed: string;
  readonly beyond: string;
  /** The requirements that a contradiction beyond it fails. */
  readonly fails: readonly RequirementId[];
}

/** Animals of the run that others may remove. */
export const mostRemoved = 2;

/** Animals of the run whose name or category others may change for good. */
export const mostEdited = 2;

/** Changes of one value in a run: there and back. */
export const mostChanges = 2;

/** Animals in filtered lists that others may just have moved to another status. */
export const mostMoved = 2;

/**
 * What lags is asked again for so many graces, so that what comes later than one is told as that: an animal that only
 * some replicas show, reads that have found no animal of the run, and lists that have shown no animal at all.
 */
export const mostGraces = { ofReplica: 2, ofAllReads: 3, ofAllLists: 8 };

/** The freedoms, as `explain freedoms` and docs/rulings.md print them. */
export const freedoms: readonly Freedom[] = [
  {
    id: 'lag',
    allowed:
      'A read may show the store as it was up to `--grace` (5) seconds ago, or as long ago as `Age` and `max-age` allow.',
    beyond:
      'Data that appears later: inconclusive; the report gives the delay and the `--grace` to use. Data still missing after 2 × `--grace`: failed (3 × if no read has found an animal of the run, 8 × if every list so far was empty).',
    fails: ['get.found'],
  },
  {
    id: 'removals',
    allowed: `Other clients may remove their own animals, and up to ${mostRemoved} of the run.`,
    beyond:
      'Fails `get.found` if the animals were never shown, otherwise `get.stays`. A removed animal must not come back.',
    fails: ['get.found', 'get.stays'],
  },
  {
    id: 'edits',
    allowed: `Other clients may permanently change the name or category of their own animals, and of up to ${mostEdited} of the run.`,
    beyond:
      'Failed if similar animals that the suite then creates are already changed in the first response that shows them; otherwise inconclusive: another client edits this store.',
    fails: ['get.same-animal', 'list.same-animal'],
  },
  {
    id: 'changes',
    allowed: `One value may change ${mostChanges} times in a run: to another value and back.`,
    beyond:
      'Failed if two requests keep contradicting each other and each always gets the same response; otherwise inconclusive: another client edits this store.',
    fails: ['get.same-animal', 'list.same-animal'],
  },
  {
    id: 'statuses',
    allowed: `A status may change at any time, and a filtered list may lag behind.`,
    beyond: `If no animal of the run has changed its status: failed if all filtered lists together show more than ${mostMoved} animals of the run that do not match, or any that still do not match after \`--grace\`. Also failed if each of two contradicting requests always gets the same response.`,
    fails: ['list.status-filter', 'list.filter-with-limit'],
  },
  {
    id: 'ids',
    allowed: `A new animal may get the id of a removed one: of any animal of other clients, and of up to ${mostRemoved} of the run.`,
    beyond:
      'Fails `create.server-id`. So does a reused id whose first animal is still shown after `--grace`.',
    fails: ['create.server-id'],
  },
  {
    id: 'resets',
    allowed: 'The whole store may be reset once in a run, like a nightly reset of staging.',
    beyond: 'A second reset fails `get.stays`.',
    fails: ['get.stays'],
  },
  {
    id: 'pages',
    allowed: 'A list may show any of the animals that match, up to its limit.',
    beyond:
      'Failed if the list is empty, with a limit of 20 or more, while another response shows a match. If it is shorter than its limit and omits a match, `list.complete` warns.',
    fails: ['list.shows-animals', 'list.complete'],
  },
  {
    id: 'gateways',
    allowed: 'A gateway may occasionally respond 502, 503, 504 or 520 to 530.',
    beyond: 'Judged if two retries get the same status.',
    fails: [],
  },
];

/** The ids of the freedoms that could have excused a contradiction which fails a requirement. */
export function freedomsFor(id: RequirementId): string[] {
  return freedoms.filter(({ fails }) => fails.includes(id)).map((freedom) => freedom.id);
}
