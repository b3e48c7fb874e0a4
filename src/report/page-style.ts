/** Colours for light and dark; each text colour has a contrast of at least 4.5 on its backgrounds. */
const colors = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #ffffff; --sunken: #eff1f4; --text: #1b2430;
  --muted: #566171; --border: #d8dde4; --link: #1d5b9e; --ok: #1b6a3b; --ok-ground: #e6f3ea; --bad: #a3231c;
  --bad-ground: #fbebe9; --open: #6a2f8f; --open-ground: #f3eafa; --warn: #814a00; --warn-ground: #fbf0dc;
  --off: #566171; --off-ground: #eceff3; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1a2029; --sunken: #141a21;
  --text: #e3e8ee; --muted: #a2acb9; --border: #323c48; --link: #8abdf0; --ok: #83d3a1; --ok-ground: #173324;
  --bad: #ffa097; --bad-ground: #3f1f1c; --open: #d2a8f0; --open-ground: #2f1f3b; --warn: #efc07a;
  --warn-ground: #392b12; --off: #a9b3bf; --off-ground: #262e38; } }
.failed { --tone: var(--bad); --tone-ground: var(--bad-ground); } .passed { --tone: var(--ok); --tone-ground: var(--ok-ground); }
.inconclusive { --tone: var(--open); --tone-ground: var(--open-ground); } .warning { --tone: var(--warn); --tone-ground: var(--warn-ground); }
.left-out { --tone: var(--off); --tone-ground: var(--off-ground); } 
.conformant { --tone: var(--ok); --tone-ground: var(--ok-ground); } .non-conformant { --tone: var(--bad); --tone-ground: var(--bad-ground); }
.incomplete { --tone: var(--open); --tone-ground: var(--open-ground); }
`;

const base = `
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
body > header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
body > header { padding-top: 1.75rem; }
h1, h2, p, dl, dd, ul, ol { margin: 0; } ul, ol { padding-left: 1.25rem; }
h1 { font-size: 1.7rem; line-height: 1.3; margin: .35rem 0 .6rem; } h2 { font-size: 1.3rem; margin-bottom: .35rem; }
a { color: var(--link); } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, .id, .method, .path, .status, .exchange > summary { font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; font-size: .875em; }
pre { margin: 0; padding: .6rem .8rem; background: var(--sunken); border-radius: 6px; white-space: pre-wrap; font-size: .8125rem; }
pre code { font-size: 1em; } pre + pre { margin-top: .25rem; } pre b { color: var(--muted); font-weight: 400; }
.note { color: var(--muted); font-size: .875rem; } .label { color: var(--muted); font-size: .8125rem; margin: .4rem 0 .15rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; background: var(--card); padding: .5rem 1rem; z-index: 1; } .skip:focus { left: 0; }
summary { cursor: pointer; } section { margin-top: 2.25rem; } section > p { margin-bottom: .75rem; color: var(--muted); }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--muted); font-size: .875rem; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 500; }
thead th { color: var(--muted); font-size: .8125rem; overflow-wrap: normal; }
th, td { vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--border); }
td:last-child { padding-right: 0; } tbody th { width: 45%; } tbody th .note { display: block; font-weight: 400; }
button { font: inherit; font-size: .8125rem; color: var(--link); background: var(--card); border: 1px solid var(--border);
  border-radius: 6px; padding: .2rem .65rem; cursor: pointer; } button:hover { border-color: var(--link); }
.pill { display: inline-block; color: var(--tone); background: var(--tone-ground); font-size: .8125rem; }
.pill { border-radius: 999px; padding: .05rem .6rem; font-weight: 600; white-space: nowrap; }
`;

const head = `
.verdict { display: inline-block; padding: .05em .5em; border-radius: 8px; color: var(--tone); background: var(--tone-ground); }
.summary { font-size: 1.1rem; } .cause { background: var(--sunken); border-radius: 6px; padding: .5rem .75rem; }
header > .cause { margin: .5rem 0; border-left: 4px solid var(--open); }
.totals { margin-top: .5rem; } .totals + .totals { margin-top: .1rem; } .totals + .facts { margin-top: .75rem; } #failed > .command { margin-top: 1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .35rem 1.25rem; font-size: .875rem; }
dt { color: var(--muted); font-size: .8125rem; } .facts > div { display: flex; gap: 0 .5rem; } header > .terms { font-size: .875rem; gap: .1rem .5rem; }
.facts dt { flex: none; padding-top: .05rem; } .brief { display: none; }
nav { margin-top: 1rem; border-block: 1px solid var(--border); padding: .5rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
`;

const rows = `
.card { background: var(--card); border: 1px solid var(--border); border-left: 4px solid var(--tone); border-radius: 10px; margin-top: .6rem; }
.card > summary { padding: .6rem 1.25rem .6rem 2rem; position: relative; list-style: none; }
.card > summary::-webkit-details-marker, .line > summary::-webkit-details-marker { display: none; }
.card > summary::before { content: '▸' / ''; color: var(--link); position: absolute; left: .9rem; }
.card[open] > summary::before { content: '▾' / ''; }
.card .why { display: block; } .heading { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
.card > .inside { padding: 0 1.25rem 1rem 2rem; display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
.message { display: grid; gap: .15rem; grid-template-columns: minmax(0, 1fr); }
.message > :not(.plain) { padding-left: 5.2rem; text-indent: -5.2rem; }
.message .label { display: inline-block; min-width: 5.2rem; margin: 0; text-indent: 0; }
.message .received code { color: var(--bad); } .message .expected code { color: var(--ok); }
.message .plain { white-space: pre-wrap; font-size: .9375rem; }
.command { position: relative; display: flow-root; } .command > .label { padding-right: 5rem; min-height: 1.7rem; padding-top: .3rem; margin: 0; }
.command .copy { position: absolute; right: 0; top: 0; padding: .1rem .6rem; }
.method { font-weight: 700; } .status { font-weight: 700; padding: 0 .35rem; } .status.broken { color: var(--bad); }
.row.exchange, .line { border-bottom: 1px solid var(--border); padding: .4rem 0; }
.line > summary { display: grid; grid-template-columns: 1rem 15rem minmax(0, 1fr); gap: 0 .5rem; list-style: none; }
.line > summary > .note { grid-column: 3; } .line .id { font-weight: 600; } .mark { color: var(--tone); font-weight: 700; }
.inside { scroll-margin-top: 4rem; } .line > .inside, .row.exchange > .inside { padding: .5rem 0 .5rem 1rem; border-left: 2px solid var(--border); margin: .5rem 0 .25rem; }
.checks { font-size: .9375rem; } .checks td { padding: .35rem 1rem .35rem 0; } .links { font-size: .8125rem; }
.terms { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .25rem .75rem; font-size: .9375rem; margin-top: .6rem; }
.follow { margin-top: .75rem; } #exchanges .row { content-visibility: auto; contain-intrinsic-height: auto 2.2rem; }
:target { outline: 2px solid var(--link); outline-offset: 2px; } section:target { outline: none; }
.lines { list-style: none; padding: 0; margin-top: .5rem; display: grid; gap: .25rem; }
`;

const narrow = `
@media screen and (max-width: 46rem) { body > header { padding-top: 1rem; } h1 { font-size: 1.4rem; }
  nav ul { flex-wrap: nowrap; overflow-x: auto; } nav li { white-space: nowrap; }
  nav ul, .fades { mask: linear-gradient(to left, transparent, #000 2.5rem); padding-right: 2.5rem; scroll-padding-right: 2.5rem; } .fades:focus-visible { mask: none; }
  .line > summary { grid-template-columns: 1rem minmax(0, 1fr); } .line > summary > :not(.mark, .id) { grid-column: 2; }
  .card > .inside { padding: 0 .9rem .85rem; } .line .terms { grid-template-columns: 1fr; }
  .checks thead { display: none; } .checks, .checks tbody, .checks tr, .checks td { display: block; padding: 0; }
  .checks td { border: 0; } .checks tr { border-bottom: 1px solid var(--border); padding: .4rem 0; }
}
`;

/** On paper: dark on white; the header, and on sheets of their own the failures with their evidence. */
const print = `
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --sunken: #fff; --text: #000; --muted: #444; --border: #bbb;
    --link: #000; --ok: #14532d; --ok-ground: #fff; --bad: #8b1a14; --bad-ground: #fff; --open: #54206f; --open-ground: #fff;
    --warn: #6b3d00; --warn-ground: #fff; --off: #444; --off-ground: #fff; }
  @page { margin: 16mm 14mm; }
  body { font-size: 10.5pt; } body > header, main, footer { max-width: none; padding: 0; } footer { padding-top: 1rem; }
  nav, .copy, .skip, .report main > section:not(#failed) { display: none !important; }
  .report main:has(#failed) { break-before: page; } .brief { display: block; margin-top: 1rem; padding-left: 1.9rem; font-size: 9.5pt; } .brief b { color: var(--tone); }
  .brief code { font-weight: 600; }
  a { text-decoration: none; } summary { list-style: none; } .pill, .verdict { border: 1px solid currentColor; }
  h2, .heading, .card > summary { break-after: avoid; } section { margin-top: 0; }
  /* A grid within a grid that a sheet ends in is laid out too short by Chromium, and what follows stands over it. */
  .card > summary, .card > .inside, .message { display: block; } .card > .inside > *, .message > * { padding-top: .3rem; }
  .card > summary::before { display: none; } .card > summary { padding-left: 1rem; } .card > .inside { padding-left: 1rem; }
  .label { margin: 0; padding: .3rem 0 .15rem; } .line, tr, .command { break-inside: avoid; } .line > .inside { display: none; }
}
`;

/** The style of the page: no file and no font is loaded. */
export const style = [colors, base, head, rows, narrow, print].join('').trim();

/** What the page of a comparison needs besides. */
export const compareStyle = `
article.card { padding: .85rem 1.25rem; display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr); }
.scroll { overflow-x: auto; margin-top: .75rem; border: 1px solid var(--border); border-radius: 6px; }
.scroll table { font-size: .9375rem; overflow-wrap: normal; } .scroll td, .scroll th { padding: .4rem .6rem; } .scroll tbody th { width: auto; }
td.failed { background: var(--bad-ground); } td.passed { background: var(--ok-ground); } td.left-out { background: var(--off-ground); }
td.inconclusive, td.warning { background: var(--open-ground); } td .pill { background: none; padding: 0; }
@media print { .scroll { overflow: visible; } .scroll td, .scroll th { padding: .1rem .2rem; } article.card, .scroll tr { break-inside: avoid; } }
`;

/** The page's only script: it unfolds what a link or a printer needs, and copies. All content is there without it. */
export const script = `
'use strict';
// A link opens what it leads to.
const land = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let one = target?.closest('details'); one; one = one.parentElement.closest('details')) one.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', land);
land();
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy');
  if (!button) return;
  const text = button.parentElement.querySelector('pre');
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(text);
    button.textContent = 'Selected';
  }
});
for (const button of document.querySelectorAll('button.copy')) button.hidden = false;
// Paper cannot be unfolded: failures are printed with their evidence.
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('.card.failed')) one.open = true;
});
`;
