/**
 * The page's only script: it shows and hides, and copies. All of the page's content is there without it. It stands here
 * as text because it runs in a browser, of which the compiler knows nothing.
 */
export const script = `
'use strict';
const filter = document.getElementById('filter');
const search = document.getElementById('search');
const rows = [...document.querySelectorAll('.row')];
let words;
const textOf = (row) => {
  words ??= new Map(rows.map((one) => [one, one.textContent.toLowerCase()]));
  return words.get(row);
};
const apply = () => {
  const wanted = search.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !wanted.every((word) => textOf(row).includes(word));
    if (!row.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll('section[data-rows]')) {
    section.hidden = !section.querySelector('.row:not([hidden])');
  }
  document.getElementById('told').textContent =
    shown.toLocaleString('en') + ' of ' + rows.length.toLocaleString('en') + ' shown';
};
filter.hidden = false;
filter.addEventListener('input', apply);
filter.addEventListener('submit', (event) => event.preventDefault());
// A link to what is hidden shows all again, and opens what it leads to.
const land = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.closest('[hidden]')) {
    search.value = '';
    apply();
  }
  for (let one = target.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', land);
apply();
land();
const copy = async (button, text, node) => {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    if (node) getSelection().selectAllChildren(node);
    button.textContent = node ? 'Selected' : before;
  }
  setTimeout(() => { button.textContent = before; }, 2000);
};
document.addEventListener('click', (event) => {
  const anchor = event.target.closest('a.anchor');
  if (anchor) copy(anchor, anchor.href);
  const button = event.target.closest('button.copy');
  if (!button) return;
  const text = button.parentElement.querySelector('pre');
  copy(button, text.textContent, text);
});
for (const button of document.querySelectorAll('button.copy')) button.hidden = false;
// Paper cannot be unfolded: failures are printed with their evidence.
const folded = [];
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('.card.failed:not([open])')) {
    one.open = true;
    folded.push(one);
  }
});
addEventListener('afterprint', () => {
  for (const one of folded.splice(0)) one.open = false;
});
`;
