/** What one of many nodes answers differently, so that it is right as soon as it is asked for again. Section 4.1. */
import { petStatuses } from '../../src/catalogue/operations.ts';
import type { Selection } from '../../src/reference/behaviour.ts';
import type { Call } from '../../src/reference/call.ts';
import { type Change, faultsOf, listing, selecting } from '../../src/reference/changes.ts';
import { everyTurn, type Fault } from '../../src/reference/subject.ts';

/** Reads another status than the one asked for in some calls. */
const misreading = (
  which: (call: Call) => boolean,
  change: (selection: Selection) => Selection,
): Change => selecting((selection, call) => (which(call) ? change(selection) : selection));

const each = (nth: number) => (call: Call) => call.sequence % nth === 0;

const unfiltered = ({ limit }: Selection): Selection => ({ limit });

const next = ({ status, ...selection }: Selection): Selection => {
  if (status === undefined) return selection;
  const other = petStatuses[(petStatuses.indexOf(status) + 1) % petStatuses.length] ?? status;
  return { ...selection, status: other };
};

const unfilteringNodes = faultsOf('list.filter-with-limit', {
  'some.tenth-node-without-filter': [
    'runs an old version, which knows no filter, on one of ten nodes',
    misreading(each(10), unfiltered),
  ],
  'some.eighth-node-without-filter': [
    'runs an old version, which knows no filter, on one of eight nodes',
    misreading(each(8), unfiltered),
  ],
  'some.ninth-node-by-an-old-order': [
    'has an old enumeration in another order on one of nine nodes, which filters by the next status',
    misreading(each(9), next),
  ],
});

const emptyFor = (which: (call: Call) => boolean): Change =>
  listing(({ page, selection, call }) =>
    selection.status !== undefined && which(call) ? [] : page(selection),
  );

const emptyNodes = faultsOf('list.shows-animals', {
  'some.fourth-node-without-statuses': [
    'has one of four nodes whose index of statuses was never filled',
    emptyFor(each(4)),
  ],
  'some.third-node-without-statuses': [
    'has one of three nodes whose index of statuses was never filled',
    emptyFor(each(3)),
  ],
});

export const someAnswerFaults: readonly Fault[] = [
  ...unfilteringNodes.map((fault): Fault => ({ ...fault, breaksByTheWay: ['list.status-filter'] })),
  ...emptyNodes,
].map((fault) => ({
  ...fault,
  settings: everyTurn,
  needsWholeRun: true,
}));
