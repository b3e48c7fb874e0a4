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

/** Animals in one filtered list that others may just have moved to another status. */
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
      'A read may show the store as it was up to `--grace` seconds ago (5), or as long ago as `Age` and `max-age` say.',
    beyond:
      'What appears later is inconclusive: the report says by how many seconds, and which `--grace` decides it. Failed if it is missing for twice the grace; for three times, if no read has found an animal of the run; for eight times, if no list has shown one.',
    fails: ['get.found'],
  },
  {
    id: 'removals',
    allowed: `Others may remove animals: their own, and ${mostRemoved} of the run.`,
    beyond:
      'Failed: `get.found` if they were never shown, else `get.stays`. A removed animal does not come back.',
    fails: ['get.found', 'get.stays'],
  },
  {
    id: 'edits',
    allowed: `Others may change the name or category of their own animals for good, and of ${mostEdited} of the run.`,
    beyond:
      'Failed if new animals like them are changed as well before any response shows them; else inconclusive: something else edits this store.',
    fails: ['get.same-animal', 'list.same-animal'],
  },
  {
    id: 'changes',
    allowed: `One value may change ${mostChanges} times in a run, there and back.`,
    beyond:
      'Failed if each request keeps its own response; else inconclusive: something else edits this store.',
    fails: ['get.same-animal', 'list.same-animal'],
  },
  {
    id: 'statuses',
    allowed: `A status may move at any time, and a filter may lag behind.`,
    beyond: `Failed if a filter shows animals of the run in the status of their creation, which is another, while no status moves: more than ${mostMoved} of them, or fewer that still have it after the grace. Also if each request keeps its own response.`,
    fails: ['list.status-filter', 'list.filter-with-limit'],
  },
  {
    id: 'ids',
    allowed: `The id of a removed animal may be given again: of any of others, and of ${mostRemoved} of the run.`,
    beyond:
      'Failed: `create.server-id`; so is an id whose first animal is still shown after the grace.',
    fails: ['create.server-id'],
  },
  {
    id: 'resets',
    allowed: 'The whole store may be reset once in a run, as staging is at night.',
    beyond: 'A second reset fails `get.stays`.',
    fails: ['get.stays'],
  },
  {
    id: 'pages',
    allowed: 'A list may show any of the animals that match, up to its limit.',
    beyond:
      'Failed if it is empty, with a limit of 20 or more, while another answer shows a match. If it is shorter than its limit and leaves one out: `list.complete`, a warning.',
    fails: ['list.shows-animals', 'list.complete'],
  },
  {
    id: 'gateways',
    allowed: 'A gateway may answer 502, 503 or 504 now and then.',
    beyond: 'Judged if it stays when the request is sent again twice.',
    fails: [],
  },
];

/** The ids of the freedoms that could have excused a contradiction which fails a requirement. */
export function freedomsFor(id: RequirementId): string[] {
  return freedoms.filter(({ fails }) => fails.includes(id)).map((freedom) => freedom.id);
}
