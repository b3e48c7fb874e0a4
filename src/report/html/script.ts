/**
 * The page's only script: it shows and hides, and copies commands. All of the page's content is there
 * without it. It stands here as text because it runs in a browser, of which the compiler knows nothing.
 */
export const script = `
'use strict';
const filter = document.getElementById('filter');
const search = document.getElementById('search');
const told = document.getElementById('told');
const rows = [...document.querySelectorAll('.row')];
const words = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
const boxes = [...filter.querySelectorAll('input[type=checkbox]')];
const apply = () => {
  const wanted = search.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
  const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let shown = 0;
  for (const row of rows) {
    const text = words.get(row);
    const fits = kinds.has(row.dataset.kind) && wanted.every((word) => text.includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of document.querySelectorAll('section[data-rows]')) {
    section.classList.toggle('empty', !section.querySelector('.row:not([hidden])'));
  }
  told.textContent = shown + ' of ' + rows.length + ' rows shown';
};
filter.hidden = false;
filter.addEventListener('input', apply);
filter.addEventListener('submit', (event) => event.preventDefault());
filter.addEventListener('reset', () => setTimeout(apply));
apply();
// A link to a row that the filter hides shows all rows again.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target || !target.closest('.row[hidden]')) return;
  filter.reset();
  setTimeout(() => target.scrollIntoView());
});
for (const button of document.querySelectorAll('button.copy')) {
  const text = button.parentElement.querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
// Paper cannot be unfolded: failures are printed with all they hold.
const folded = [];
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('.card details:not([open])')) {
    one.open = true;
    folded.push(one);
  }
});
addEventListener('afterprint', () => {
  for (const one of folded.splice(0)) one.open = false;
});
`;
