import { type ComponentChild, h } from 'preact';
import { findingsTitle } from '../../judge/findings.ts';
import { visible } from '../../text/visible.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { drawing, figure, list } from './elements.ts';

/** How many requests decided each requirement. Requirements that look at every answer cost none of their own. */
export function requestsChart({ requirements }: Report): ComponentChild {
  const counts = requirements
    .map((requirement) => ({ id: requirement.id, requests: requestsOf(requirement) }))
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => b.requests - a.requests);
  const most = counts[0]?.requests ?? 1;
  const bars = counts.map(({ id, requests }) => {
    const bar = { class: 'bar', x: 0, y: 0, width: (requests / most) * 100, height: 10 };
    return [
      h('span', { class: 'id' }, visible(id)),
      drawing(100, 10, h('rect', bar)),
      h('span', { class: 'amount' }, requests, h('span', { class: 'unseen' }, ' requests')),
    ];
  });
  const words =
    'A request that decides several requirements counts for each. Requirements that look at every answer send nothing of their own and are not shown.';
  return figure('Requests by requirement', words, list('bars', bars, 'ol'));
}

function requestsOf({ checks }: ReportedRequirement): number {
  if (checks.some((check) => check.title === findingsTitle)) return 0;
  return new Set(checks.flatMap((check) => check.exchanges)).size;
}
