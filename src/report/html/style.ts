/** Colours for light and dark; each text colour has a contrast of at least 4.5 on its backgrounds. */
const colors = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #ffffff; --sunken: #eff1f4; --text: #1b2430;
  --muted: #566171; --border: #d8dde4; --link: #1d5b9e; --ok: #1b6a3b; --ok-ground: #e6f3ea; --bad: #a3231c;
  --bad-ground: #fbebe9; --open: #814a00; --open-ground: #fbf0dc; --off: #566171; --off-ground: #eceff3;
  --name: #6b2f86; --string: #1b6a3b; --value: #97430b; --line: #2f6fb0;
  --line-ground: #e7f0fa; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1a2029; --sunken: #141a21;
  --text: #e3e8ee; --muted: #a2acb9; --border: #323c48; --link: #8abdf0; --ok: #83d3a1; --ok-ground: #173324;
  --bad: #ffa097; --bad-ground: #3f1f1c; --open: #efc07a; --open-ground: #392b12; --off: #a9b3bf;
  --off-ground: #262e38; --name: #d2a8e6; --string: #93d3a6; --value: #f0b083; --line: #6aa9e6;
  --line-ground: #16283c; } }
`;

const base = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; overflow-wrap: anywhere; }
body > header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3, h4, p, dl, ul, ol, dd, figure, pre { margin: 0; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: .25rem 0 .6rem; font-weight: 650;
  display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
h2 { font-size: 1.3rem; margin-bottom: .25rem; font-weight: 650; }
h3 { font-size: 1.05rem; font-weight: 650; }
h4 { font-size: 1rem; font-weight: 600; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .id { font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; font-size: .875em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunken); border: 1px solid var(--border);
  border-radius: 6px; padding: .5rem .75rem; line-height: 1.45; }
pre code { font-size: 1em; }
.note { color: var(--muted); font-size: .875rem; }
.label { color: var(--muted); font-size: .8125rem; margin: .5rem 0 .2rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.skip:focus { left: 0; }
summary { cursor: pointer; }
section { margin-top: 2.25rem; } #filter + section { margin-top: 1.25rem; }
section > p:not(.row), section > h2 + .note { margin-bottom: .75rem; color: var(--muted); }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--muted); font-size: .875rem; }
`;

const head = `
body > header { padding-top: 2.25rem; }
.verdict { display: inline-block; padding: .05em .5em; border-radius: 8px; }
.conformant .verdict { color: var(--ok); background: var(--ok-ground); }
.non-conformant .verdict { color: var(--bad); background: var(--bad-ground); }
.incomplete .verdict { color: var(--open); background: var(--open-ground); }
.summary { font-size: 1.1rem; }
mark { background: var(--bad-ground); color: var(--bad); outline: 2px solid var(--bad); border-radius: 2px; font-weight: 600; }
mark * { color: inherit !important; } mark { box-decoration-break: clone; -webkit-box-decoration-break: clone; } pre s { color: var(--muted); text-decoration: none; }
.anchor { color: var(--muted); text-decoration: none; font-weight: 400; font-size: .8em; opacity: .75; }
.inside > .anchor { position: absolute; right: 1rem; } .card > .inside, .line > .inside { position: relative; }
.anchor:hover, .anchor:focus { opacity: 1; text-decoration: underline; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .5rem 1.5rem; margin: .75rem 0; }
.tally svg { width: 100%; height: .6rem; border-radius: 999px; display: block; margin-top: .25rem; }
.tally a { text-decoration: none; } .tally a:hover { text-decoration: underline; }
.tally .failed { color: var(--bad); fill: var(--bad); } .tally .passed { color: var(--ok); fill: var(--ok); }
.tally .inconclusive, .tally .warning { color: var(--open); fill: var(--open); } .tally .left-out { color: var(--off); fill: var(--border); }
header > .cause { margin: .5rem 0; border-left: 4px solid var(--open); }
.past { font-size: .875rem; margin-top: .4rem; } .past summary span { position: relative; font-weight: 700; }
.past .conformant { color: var(--ok); } .past .non-conformant { color: var(--bad); } .past .incomplete { color: var(--open); }
nav { margin-top: 1rem; border-block: 1px solid var(--border); padding: .5rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .9rem 1.5rem;
  margin: .75rem 0 1rem; }
dt { color: var(--muted); font-size: .8125rem; }
.facts > .wide { grid-column: 1 / -1; }
.animals { columns: 18rem; font-size: .875rem; list-style: none; padding: 0; margin-top: .25rem; }
`;

const map = `
.key-list { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1rem; font-size: .8125rem; margin-bottom: .75rem; }
.specification { background: var(--card); border: 1px solid var(--border); border-radius: 10px; padding: 1rem 1.5rem; }
.specification > * + * { margin-top: .6rem; } .specification > h3 { margin-top: 1.5rem; } .specification > h4 { margin-top: 1.1rem; }
.specification li { margin: .2rem 0; } .specification tbody th { width: auto; } .specification table { overflow-wrap: normal; font-size: .9375rem; } .specification .deciders { min-width: 14rem; } p .deciders, li .deciders { min-width: 0; }
.says { padding: .05rem .25rem .05rem .35rem; border-left: 3px solid var(--border); scroll-margin-top: 3rem; }
.says:target, tr:target, .row:target { outline: 2px solid var(--link); outline-offset: 2px; }
.says.failed { background: var(--bad-ground); border-color: var(--bad); }
.says.inconclusive, .says.warning { background: var(--open-ground); border-color: var(--open); }
.says.passed { background: var(--ok-ground); border-color: var(--ok); }
.says.left-out { background: var(--off-ground); border-color: var(--off); }
.says.gap { border-color: var(--line); background: var(--line-ground); } .says.no-test { border-left-style: dotted; border-color: var(--muted); }
.deciders { color: var(--muted); font-size: .8125rem; }
.scroll { overflow-x: auto; } #baseline tbody th { width: auto; } #baseline table { overflow-wrap: normal; } .card[open] > summary .known { display: none; }
.chip { display: inline-block; border-radius: 5px; padding: .1rem .45rem; font-size: .8125rem; text-decoration: none;
  position: relative; }
.chip:hover { text-decoration: underline; }
.pill { display: inline-block; border-radius: 999px; padding: .05rem .6rem; font-size: .8125rem; font-weight: 600;
  white-space: nowrap; }
.pill.failed, .chip.failed { color: var(--bad); background: var(--bad-ground); }
.pill.inconclusive, .chip.inconclusive, .pill.warning, .chip.warning { color: var(--open); background: var(--open-ground); }
.pill.passed, .chip.passed { color: var(--ok); background: var(--ok-ground); }
.pill.left-out, .chip.left-out { color: var(--off); background: var(--off-ground); }
.chip.gap { color: var(--link); background: var(--line-ground); } .chip.no-test { color: var(--muted); border: 1px dotted var(--muted); }
@media (max-width: 46rem) { .specification { padding: .75rem .9rem; } }
/* A telephone shows a row as a paragraph, as what was found would stand out of sight. */
@media screen and (max-width: 46rem) { .specification thead { display: none; }
  .specification tr, .specification tbody th, .specification td { display: block; border: 0; padding: .1rem 0; }
  .specification tr { border-bottom: 1px solid var(--border); padding: .5rem 0; }
  .specification td[data-title]::before { content: attr(data-title) ': '; color: var(--muted); font-size: .8125rem; } }
`;

const rows = `
#filter { margin-top: 1.25rem; background: var(--card); border: 1px solid var(--border); border-radius: 10px;
  padding: .6rem 1rem; font-size: .9375rem; }
#filter input[type=search] { width: 100%; font: inherit; padding: .35rem .65rem; margin: .15rem 0 .5rem;
  color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 6px; }
fieldset { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; align-items: center; }
#filter details { display: flow-root; } #filter summary { color: var(--muted); float: left; margin-right: 1.1rem; }
#told { color: var(--muted); font-size: .875rem; }
button { font: inherit; font-size: .8125rem; color: var(--link); background: var(--card);
  border: 1px solid var(--border); border-radius: 6px; padding: .2rem .65rem; cursor: pointer; }
button:hover { border-color: var(--link); }
.card { background: var(--card); border: 1px solid var(--border); border-left: 4px solid var(--off); border-radius: 10px;
  margin-top: .6rem; }
.card.failed { border-left-color: var(--bad); }
.card.inconclusive, .card.warning { border-left-color: var(--open); }
.card > summary { padding: .7rem 1.25rem .7rem 2rem; position: relative; list-style: none; display: grid; gap: .2rem; }
.card > summary::-webkit-details-marker, .line > summary::-webkit-details-marker { display: none; }
.card > summary::before { content: '▸' / ''; color: var(--link); position: absolute; left: .9rem; top: .7rem; }
.card[open] > summary::before { content: '▾' / ''; }
.card > .inside { border: 0; margin: 0; padding: 0 1.25rem 1rem 2rem; display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); }
.card > .inside > details > summary { color: var(--link); font-size: .875rem; }
.inside { scroll-margin-top: 6rem; } .exchange .inside, .line .inside { scroll-margin-top: 3rem; }
pre + p.note { margin-top: .35rem; } .card[open] > summary .why { display: none; } .follow { margin-top: .75rem; } .follow > summary { margin-bottom: .5rem; }
.heading { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
.long .card, .long .line, .long #exchanges .exchange { content-visibility: auto; contain-intrinsic-height: auto 3rem; }
.check { display: grid; gap: .35rem;
  grid-template-columns: minmax(0, 1fr); }
.message { display: grid; gap: .15rem; grid-template-columns: minmax(0, 1fr); }
.message > :not(.plain) { padding-left: 5.2rem; text-indent: -5.2rem; }
.message .label { display: inline-block; min-width: 5.2rem; margin: 0; text-indent: 0; }
.message .received code { color: var(--bad); } .message .expected code { color: var(--ok); }
.message .plain { white-space: pre-wrap; font-size: .9375rem; }
.cause { background: var(--sunken); border-radius: 6px; padding: .5rem .75rem; }
.command { position: relative; display: flow-root; } .command > .label { padding-right: 5rem; min-height: 1.7rem; padding-top: .3rem; }
.command .copy { position: absolute; right: 0; top: .5rem; padding: .1rem .6rem; }
.method { font-weight: 700; color: var(--link); } .method.post { color: var(--name); } .method.delete, .method.put, .method.patch { color: var(--open); }
.status { font-weight: 700; padding: 0 .35rem; border-radius: 4px; } .status.s2 { color: var(--ok); background: var(--ok-ground); }
.status.s4, .status.s3, .status.s1 { color: var(--open); background: var(--open-ground); } .status.s5, .status.snone, .status.s6, .status.s7, .status.s8, .status.s9, .status.s0 { color: var(--bad); background: var(--bad-ground); }
.exchange .cited { float: right; } .bare { padding: .2rem 0; font-size: .8125rem; }
.exchange > summary, .bare { font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; font-size: .8125rem; }
.exchange pre { font-size: .8125rem; margin-top: .25rem; }
pre b { color: var(--muted); font-weight: 400; } .json b { color: var(--name); }
pre i { color: var(--string); font-style: normal; } pre u { color: var(--value); text-decoration: none; }
.line, #exchanges .exchange { border-bottom: 1px solid var(--border); padding: .45rem 0; }
.line > summary { display: grid; grid-template-columns: .75rem 15rem minmax(0, 1fr); gap: 0 .5rem; }
.line > summary::before { content: '▸' / ''; color: var(--link); } .line[open] > summary::before { content: '▾' / ''; }
.line > summary > .note { grid-column: 3; } .line .id { font-weight: 600; }
.line > summary > .id { grid-row: span 2; }
.inside { padding: .5rem 0 .5rem 1rem; border-left: 2px solid var(--border); margin: .5rem 0 .25rem; }
.checks { font-size: .9375rem; margin-top: .35rem; } .checks td { padding: .35rem 1rem .35rem 0; } .links { font-size: .8125rem; }
.rules { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .25rem .75rem; font-size: .9375rem; margin-top: .35rem; }
.rules dt { padding-top: .1rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 500; } thead th { color: var(--muted); font-size: .8125rem; overflow-wrap: normal; }
th, td { vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--border); }
td:last-child { padding-right: 0; }
tbody th { width: 45%; } tbody th .note { display: block; font-weight: 400; }
/* What goes on beyond the edge fades there; its end has room before the fade, and so has what the keyboard brings into sight. */
@media screen and (max-width: 46rem) { nav ul, .fades { mask: linear-gradient(to left, transparent, #000 2.5rem); padding-right: 2.5rem; scroll-padding-right: 2.5rem; }
  .fades:focus-visible { mask: none; } }
@media (max-width: 46rem) { body > header { padding-top: 1rem; } nav ul { flex-wrap: nowrap; overflow-x: auto; } nav li { white-space: nowrap; }
  #filter details[open] + #told { clear: both; } #filter details:not([open]) { float: left; }
  .line > summary { grid-template-columns: .75rem minmax(0, 1fr); } .line > summary > .id { grid-row: auto; }
  .line > summary > .statement, .line > summary > .note { grid-column: 2; } .rules { grid-template-columns: 1fr; }
  .card > .inside { padding: 0 .9rem .85rem; } .exchange .cited { float: none; } h1 { font-size: 1.5rem; } }
`;

const pictures = `
figure { margin-top: 1.25rem; background: var(--card); border: 1px solid var(--border); border-radius: 10px;
  padding: 1rem 1.25rem; }
figcaption p { color: var(--muted); font-size: .875rem; margin-bottom: .75rem; }
.chart { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem .5rem; }
.chart svg { width: 100%; height: 12rem; border: 1px solid var(--border); border-radius: 4px; background: var(--ground); }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: .75rem; }
.axis.y { flex-direction: column; text-align: right; } .axis.x { grid-column: 2; }
svg line, svg polyline { vector-effect: non-scaling-stroke; }
.zoom { display: flex; flex-wrap: wrap; gap: .4rem; margin-bottom: .5rem; }
.lanes { padding: .1rem 0; } #timeline svg { height: 8rem; touch-action: pan-y; cursor: crosshair; }
.bar-served { fill: var(--line); } .bar-refused { fill: var(--open); } .bar-limited { fill: var(--bad); } .bar-broken { fill: var(--name); }
.key.served::before { background: var(--line); } .key.limited::before { background: var(--bad); } .key.broken::before { background: var(--name); }
#timeline .key.refused::before { background: var(--open); }
.grid { stroke: var(--border); stroke-width: 1; }
polyline.remaining { fill: none; stroke: var(--line); stroke-width: 2; }
rect.wait { fill: var(--open); fill-opacity: .25; }
line.refused { stroke: var(--bad); stroke-width: 2; }
.legend { grid-column: 2; display: flex; flex-wrap: wrap; gap: 1rem; font-size: .8125rem; color: var(--muted); }
.key::before { content: ''; display: inline-block; width: .9rem; height: .6rem; margin-right: .4rem; border-radius: 2px; }
.key.remaining::before { background: var(--line); } .key.wait::before { background: var(--open); opacity: .4; }
.key.refused::before { background: var(--bad); }
.latency, .bars { list-style: none; padding: 0; }
.latency li { display: grid; grid-template-columns: minmax(0, 1fr); padding: .4rem 0; }
.latency svg { width: 100%; height: 1.1rem; background: var(--ground); border: 1px solid var(--border); border-radius: 4px; }
.tick { stroke: var(--line); stroke-width: 1.5; stroke-opacity: .6; }
.bars { columns: 24rem; column-gap: 2rem; }
.bars li { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr) 2rem; gap: .5rem; align-items: center;
  break-inside: avoid; padding: .1rem 0; }
.bars svg { width: 100%; height: .7rem; } .bar { fill: var(--line); }
.amount { text-align: right; font-variant-numeric: tabular-nums; font-size: .875rem; position: relative; }
@media (max-width: 46rem) { figure { padding: .85rem .9rem; } .bars li { grid-template-columns: 11rem minmax(0, 1fr) 1.5rem; } }
`;

/** On paper: dark on white, nothing to click, cards whole where they fit on a sheet. */
const print = `
@media print {
  :root { color-scheme: light; --ground: #fff; --card: #fff; --sunken: #fff; --text: #000; --muted: #444; --border: #bbb;
    --link: #000; --ok: #14532d; --ok-ground: #fff; --bad: #8b1a14; --bad-ground: #fff; --open: #6b3d00;
    --open-ground: #fff; --off: #444; --off-ground: #fff; --name: #000; --string: #000; --value: #000; --line: #444; --line-ground: #fff; }
  @page { margin: 16mm 14mm; }
  body { font-size: 10.5pt; }
  body > header, main, footer { max-width: none; padding: 0; }
  nav, #filter, .copy, .skip, #exchanges { display: none !important; }
  a { text-decoration: none; } summary { list-style: none; } summary::-webkit-details-marker { display: none; }
  .line > summary::before { visibility: hidden; } main > section > details:not(.row, .follow, [open]), .facts details, .click { display: none; }
  .key::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .pill, .chip, .verdict { border: 1px solid currentColor; }
  h2, h3, h4, .heading, figcaption, .card > summary, details > summary { break-after: avoid; }
  /* A grid within a grid that a sheet ends in is laid out too short by Chromium, and what follows stands over it. */
  .card > summary, .card > .inside, .check, .message { display: block; }
  .card > summary > .statement, .card > summary > .why { display: block; }
  .card > summary { break-inside: avoid; padding-left: 1.25rem; } .card > summary::before { display: none; }
  .card > .inside { padding-left: 1.25rem; } .card > .inside > *, .check > * { padding-top: .5rem; } .message > * { padding-top: .15rem; }
  .long .card, .long .line { content-visibility: visible; }
  .command { display: block; position: static; } .command > .label { min-height: 0; }
  /* Chromium lets margins that meet at the end of a sheet overlap. */
  .label { margin: 0; padding: .5rem 0 .2rem; } p.note { margin: 0; padding-top: .4rem; break-after: avoid; } .says { border-width: 2px; }
  .specification .deciders { min-width: 0; } .chip { white-space: normal; overflow-wrap: anywhere; }
  .anchor, .zoom { display: none !important; } .scroll { overflow: visible; }
  .line, tr, .heading, figure, .command, .facts > div { break-inside: avoid; } section > h2 + p, section > .heading + p { break-after: avoid; }
  .bars { columns: 2; column-gap: 1rem; } pre { white-space: pre-wrap; }
}
`;

/** The style of the page: no file and no font is loaded. */
export const style = [colors, base, head, map, rows, pictures, print].join('').trim();
