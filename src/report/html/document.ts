import { createHash } from 'node:crypto';
import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { harmless, visible } from '../../text/visible.ts';

/** A page that loads nothing. `style` and `script` are constants of the suite, and hold nothing of a report. */
export interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly script?: string;
  /** SVG of the picture in the browser's tab; a constant of the suite, too. */
  readonly icon?: string;
  /** The `body` element; its last child is the script, if there is one. */
  readonly body: ComponentChild;
}

/** One self-contained HTML page: its Content-Security-Policy allows its own style and script, and nothing else. */
export function htmlDocument({ title, style, script, icon, body }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(icon === undefined ? [] : ['img-src data:']),
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = h('head', null, [
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, visible(title)),
    icon !== undefined &&
      h('link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }),
    h('style', { dangerouslySetInnerHTML: { __html: style } }),
  ]);
  // Every text of a report is made visible where it is shown; here one that was forgotten is made harmless.
  return harmless(`<!DOCTYPE html>\n${renderToString(h('html', { lang: 'en' }, head, body))}\n`);
}

/** A source of the Content-Security-Policy (CSP 3, section 2.3.1). */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
