import type { Reply } from '../../src/reference/call.ts';
import { onReply } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { staging } from './limiters.ts';

/** The answer of a framework if there is no such route. */
const nowhere = (status: number): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  text: '<h1>Nothing here</h1>',
});

const gone = (status: number) =>
  onReply((reply, { operation }) => (operation === 'getPet' ? nowhere(status) : reply));

/** Section 4.3: getPet from its removal date on. */
export const removalVariants: readonly Variant[] = [
  {
    id: 'removal.on-the-day',
    title: 'has taken getPet away on 5 December 2030, and its framework answers 404',
    day: '2030-12-05T08:00:00Z',
    change: gone(404),
    advised: ['auth.comes-first'],
  },
  {
    id: 'removal.where-the-day-begins',
    title: 'has taken getPet away on 5 December 2030 where that day begins first, east of Samoa',
    day: '2030-12-04T10:00:00Z',
    change: gone(404),
    advised: ['auth.comes-first'],
  },
  {
    id: 'removal.during-a-run',
    title: 'takes getPet away during a run, at midnight',
    day: '2030-12-04T23:58:55Z',
    inVirtualTime: staging,
    change: onReply((reply, { operation, at }) =>
      operation === 'getPet' && at >= Date.parse('2030-12-05') ? nowhere(404) : reply,
    ),
    advised: ['auth.comes-first'],
  },
  {
    id: 'removal.gone-for-good',
    title: 'has taken getPet away by 2031 and says 410',
    day: '2031-03-01',
    change: gone(410),
    advised: ['auth.comes-first'],
  },
  {
    id: 'removal.other-methods-stay',
    title:
      'has taken getPet away and kept other methods of its address, so that its router answers 405',
    day: '2030-12-06T08:00:00Z',
    change: gone(405),
    advised: ['auth.comes-first'],
  },
  {
    id: 'removal.not-implemented',
    title: 'has taken getPet away, and answers 501 to whom it knows',
    day: '2031-03-01T08:00:00Z',
    change: onReply((reply, { operation }) =>
      operation === 'getPet' && [200, 404].includes(reply.status)
        ? { ...reply, status: 501, body: { code: 'removed', message: 'Removed.', status: 501 } }
        : reply,
    ),
  },
  {
    id: 'removal.kept-longer',
    title: 'still serves getPet in 2031',
    day: '2031-03-01',
  },
];
