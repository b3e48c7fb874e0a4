import { type ComponentChild, h } from 'preact';

/** A table with one line of headings; `requirements` are `tr`, or `tbody` if the caller groups them. */
export function table(
  name: string,
  head: readonly ComponentChild[],
  requirements: readonly ComponentChild[],
  isGrouped = false,
): ComponentChild {
  const titles = head.map((title) => h('th', { scope: 'col' }, title));
  return h('table', { class: name }, [
    h('thead', null, h('tr', null, titles)),
    isGrouped ? requirements : h('tbody', null, requirements),
  ]);
}

/** A table that may be wider than the page: who has no mouse scrolls it with the keyboard. */
export function scrolled(label: string, inner: ComponentChild, name = 'scroll'): ComponentChild {
  return h('div', { class: name, role: 'group', tabIndex: 0, 'aria-label': label }, inner);
}
