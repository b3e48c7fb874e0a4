/** On paper: dark on white, nothing to click, cards whole where they fit on a sheet. */
export const printStyle = `
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
