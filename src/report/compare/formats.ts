import { jsonText } from '../../text/visible.ts';
import { viewHtml } from '../view/html.ts';
import type { Look } from '../view/look.ts';
import { viewMarkdown } from '../view/markdown.ts';
import { viewText } from '../view/text.ts';
import type { View } from '../view/view.ts';
import { changesView } from './changes-view.ts';
import type { Comparison } from './comparison.ts';
import { matrixView } from './matrix-view.ts';
import type { Space } from './shown.ts';

/** One form of a comparison. `render` is pure. */
export interface CompareFormat {
  readonly name: string;
  /** How names of its files end. */
  readonly ending: string;
  readonly render: (comparison: Comparison, look: Look) => string;
}

/** Columns of a terminal that an outcome and an answer need at least, and those that name the row. */
const narrowest = { rowName: 28, outcome: 13, answer: 17 } as const;

/** What a page has room for: it scrolls. */
export const htmlSpace: Space = { outcomes: 200, answers: 12, reasons: 80 };

/** The forms that a comparison can be had in. A further one is one more entry. */
export const compareFormats: readonly CompareFormat[] = [
  {
    name: 'text',
    ending: '.txt',
    render: (comparison, look) => {
      const room = look.width - narrowest.rowName;
      const space = {
        outcomes: Math.floor(room / narrowest.outcome),
        answers: Math.floor(room / narrowest.answer),
        reasons: 0,
      };
      return viewText(viewOf(comparison, space), look);
    },
  },
  {
    name: 'markdown',
    ending: '.md',
    render: (comparison) => {
      const view = viewOf(comparison, { outcomes: 6, answers: 5, reasons: 60 });
      return viewMarkdown({ ...view, title: `Compared: ${view.title}` });
    },
  },
  {
    name: 'html',
    ending: '.html',
    render: (comparison) => viewHtml(viewOf(comparison, htmlSpace)),
  },
  {
    name: 'json',
    ending: '.json',
    render: (comparison) => `${jsonText(comparison)}\n`,
  },
];

function viewOf(comparison: Comparison, space: Space): View {
  return comparison.kind === 'changes' ? changesView(comparison) : matrixView(comparison, space);
}
