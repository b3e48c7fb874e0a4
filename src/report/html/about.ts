import { type ComponentChild, h } from 'preact';
import type { Exchange } from '../../http/exchange.ts';
import { isJsonNumber, isJsonObject, tryParseJson } from '../../http/json/json.ts';
import { shortened, visible } from '../../text/visible.ts';
import { count, duration } from '../../text/words.ts';
import { againCommand } from '../command-line.ts';
import type { Report } from '../report.ts';
import { costWords, rejudgedWords } from '../words.ts';
import { details, list, moment, note, section } from './elements.ts';
import { command } from './exchange.ts';

const maxAnimals = 200;
const nameRoom = 60;
const toStore = 'Written to the store';

/** Whom the verdict is about, who judged, and what the run did to the service. */
export function aboutSection(report: Report, exchanges: readonly Exchange[]): ComponentChild {
  const { implementation, profile, run, suite } = report;
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  const facts: readonly (readonly [string, ComponentChild])[] = [
    ['Implementation', named(implementation.name, implementation.version)],
    ['Base address', h('code', null, visible(implementation.baseUrl))],
    ['Contact', implementation.contact === null ? 'not given' : visible(implementation.contact)],
    ['Profile', `${profile}${run.plan === null ? '' : `, plan ${run.plan}`}`],
    ['Judged by', `${visible(suite.name)} ${visible(suite.version)}`],
    ['Proof of the suite', lab(suite.lab)],
    ...rejudged(report),
    ['Run', [moment(run.startedAt), `, ${duration(seconds)}, seed ${run.seed}`]],
    ['Requests', costWords(run).join(', ')],
    ...(run.trace === undefined ? [] : [['Trace', h('code', null, run.trace)] as const]),
    [toStore, written(report, exchanges)],
  ];
  const shown = facts.map(([term, text]) => {
    const wide = { class: term === toStore ? 'wide' : null };
    return h('div', wide, h('dt', null, term), h('dd', null, text));
  });
  return section('about', 'Who was judged, by whom, and how', [
    h('dl', { class: 'facts' }, shown),
    command(run.rejudged === null ? 'Run all of it again' : 'Judge it again', againCommand(report)),
  ]);
}

function rejudged(report: Report): (readonly [string, ComponentChild])[] {
  const words = rejudgedWords(report);
  if (words === undefined || report.run.rejudged === null) return [];
  return [['Judged again', [moment(report.run.rejudged.startedAt), `: ${visible(words)}`]]];
}

function named(name: string | null, version: string | null): string {
  if (name === null) return 'not named (set --implementation)';
  return version === null ? visible(name) : `${visible(name)} ${visible(version)}`;
}

function lab({ faults, faultsFound, variants, variantsWronged }: Report['suite']['lab']): string {
  if (faults === 0) return 'not published with this version';
  return `in its lab it finds ${faultsFound} of ${faults} seeded faults, with ${variantsWronged} false positives on ${variants} conformant servers`;
}

function written({ run }: Report, exchanges: readonly Exchange[]): ComponentChild {
  if (run.animalsCreated === 0) return 'nothing';
  const created = exchanges.filter(
    ({ operation, response }) => operation === 'createPet' && response?.status === 201,
  );
  const animals = created.slice(0, maxAnimals).map(animalOf);
  const more = created.length - animals.length;
  return [
    `${count(run.animalsCreated, 'animal')}; no operation exists to delete them. `,
    details('Their ids and names', [
      list('animals', animals),
      more > 0 && note(`and ${more} more, in traffic.har`),
    ]),
  ];
}

function animalOf({ response, index }: Exchange): string {
  const body = tryParseJson(response?.body ?? '');
  if (!isJsonObject(body)) return `#${index} in traffic.har: the answer is not a JSON object`;
  const id = isJsonNumber(body.id) ? body.id.toString() : 'no id';
  const name = typeof body.name === 'string' ? body.name : 'no name';
  return `${visible(id)}: ${shortened(visible(name), nameRoom).text}`;
}
