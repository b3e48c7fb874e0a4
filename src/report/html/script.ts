/**
 * The page's only script: it shows and hides, zooms, and copies. All of the page's content is there without it. It
 * stands here as text because it runs in a browser, of which the compiler knows nothing.
 */
export const script = `
'use strict';
const filter = document.getElementById('filter');
const search = document.getElementById('search');
const told = document.getElementById('told');
const rows = [...document.querySelectorAll('.row')];
const boxes = [...filter.querySelectorAll('input[type=checkbox]')];
let words;
const textOf = (row) => {
  words ??= new Map(rows.map((one) => [one, one.textContent.toLowerCase()]));
  return words.get(row);
};
const apply = () => {
  const wanted = search.value.trim().toLowerCase().split(/\\s+/).filter(Boolean);
  const kinds = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let shown = 0;
  for (const row of rows) {
    const fits = kinds.has(row.dataset.kind) && wanted.every((word) => textOf(row).includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of document.querySelectorAll('section[data-rows]')) {
    section.hidden = !section.querySelector('.row:not([hidden])');
  }
  told.textContent = shown.toLocaleString('en') + ' of ' + rows.length.toLocaleString('en') + ' shown';
};
// What is asked for is in the address: #?q=limit&show=failed.passed
const remember = () => {
  const parts = new URLSearchParams();
  if (search.value.trim()) parts.set('q', search.value.trim());
  if (boxes.some((box) => !box.checked)) parts.set('show', boxes.filter((box) => box.checked).map((box) => box.value).join('.'));
  history.replaceState(null, '', '#?' + parts);
};
const recall = () => {
  if (!location.hash.startsWith('#?')) return false;
  const parts = new URLSearchParams(location.hash.slice(2));
  search.value = parts.get('q') ?? '';
  const show = parts.get('show')?.split('.');
  for (const box of boxes) box.checked = !show || show.includes(box.value);
  apply();
  return true;
};
// On a telephone the kinds are folded while all are shown.
const narrow = matchMedia('(max-width: 46rem)');
const fold = () => { filter.querySelector('details').open = !narrow.matches || boxes.some((box) => !box.checked); };
narrow.addEventListener('change', fold);
filter.hidden = false;
filter.addEventListener('input', () => { apply(); remember(); });
filter.addEventListener('submit', (event) => event.preventDefault());
filter.addEventListener('reset', () => setTimeout(() => { apply(); remember(); }));
// A link to what is hidden shows all again, and opens what it leads to.
const land = () => {
  if (recall()) return;
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.closest('[hidden]')) {
    search.value = '';
    for (const box of boxes) box.checked = true;
    apply();
  }
  for (let one = target.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', land);
if (!recall()) { apply(); if (location.hash) land(); }
fold();
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
// The pictures over time share one window: a part of the run from 0 to 1.
const figure = document.getElementById('timeline');
const length = Number(figure.dataset.length);
let from = 0;
let wide = 1;
const seconds = (part) => {
  const value = part * length / 1000;
  return (value < 10 ? value.toFixed(2) : value.toFixed(1)) + ' s';
};
const zoom = (start, share) => {
  wide = Math.min(1, Math.max(0.005, share));
  from = Math.min(1 - wide, Math.max(0, start));
  for (const picture of document.querySelectorAll('svg.time')) {
    const height = picture.viewBox.baseVal.height;
    picture.setAttribute('viewBox', [from * 1000, 0, wide * 1000, height].join(' '));
    const [first, last] = picture.parentElement.querySelectorAll('.axis.x span');
    first.textContent = seconds(from);
    last.textContent = seconds(from + wide);
  }
};
const acts = {
  in: () => zoom(from + wide / 4, wide / 2),
  out: () => zoom(from - wide / 2, wide * 2),
  back: () => zoom(from - wide / 2, wide),
  on: () => zoom(from + wide / 2, wide),
  all: () => zoom(0, 1),
};
figure.querySelector('.zoom').hidden = false;
figure.querySelector('.zoom').addEventListener('click', ({ target }) => acts[target.dataset.zoom]?.());
const chart = figure.querySelector('svg.time');
const timeAt = (event) => {
  const box = chart.getBoundingClientRect();
  return from + wide * (event.clientX - box.left) / box.width;
};
let pressed;
chart.addEventListener('pointerdown', (event) => { pressed = timeAt(event); });
chart.addEventListener('pointerup', (event) => {
  if (pressed === undefined) return;
  const [low, high] = [pressed, timeAt(event)].sort((a, b) => a - b);
  pressed = undefined;
  if (high - low > wide / 100) return zoom(low, high - low);
  let nearest;
  const distance = (row) => Math.abs(Number(row.dataset.at) - low * length);
  for (const row of document.querySelectorAll('#exchanges .row')) {
    if (!nearest || distance(row) < distance(nearest)) nearest = row;
  }
  const target = nearest?.id ? nearest : nearest?.querySelector('[id]');
  if (target) location.hash = target.id;
});
// Paper cannot be unfolded: failures are printed with all they hold.
const folded = [];
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('.follow:not([open]), .card:not([open]), .card details:not([open])')) {
    // What follows from one cause, or was not asked, is named alone.
    if (one.parentElement.closest('.follow')) continue;
    one.open = true;
    folded.push(one);
  }
});
addEventListener('afterprint', () => {
  for (const one of folded.splice(0)) one.open = false;
});
`;
