/** What a valid certificate leaves open, a line each: what nobody can check, and what only another suite says. */
import type { Exchange } from '../../http/exchange.ts';
import { cut, visible } from '../../text/visible.ts';
import { count, firstOf } from '../../text/words.ts';
import type { Report } from '../report.ts';
import { challengeOf } from './challenge.ts';
import type { Envelope } from './envelope.ts';
import { settingsByWord } from './run-said.ts';
import type { SuiteMatch } from './suite.ts';

/** What the verifier was given. */
interface Given {
  /** Undefined for a certificate that nobody signed. */
  readonly envelope: Envelope | undefined;
  readonly challenge?: string;
}

/** What no recording can show, or what this verifier was not given. */
export function unknownOf(
  report: Report,
  suite: SuiteMatch,
  { envelope, challenge }: Given,
): string[] {
  const given = challengeOf(report);
  const bound =
    given === undefined
      ? 'when it was recorded: the run was given no challenge (run --challenge)'
      : `who gave the challenge ${given} (verify --challenge tells whether it is yours)`;
  return [
    `whether the traffic is of ${report.implementation.baseUrl} and unaltered: whoever signs could have written it`,
    ...(envelope === undefined ? ['who wrote it: it is unsigned'] : []),
    ...(challenge === undefined ? [bound] : []),
    `whether its settings were others, where no traffic shows them; by the signer's word: ${settingsByWord(report)}`,
    ...(suite.unknown === undefined ? [] : [suite.unknown]),
    ...(suite.same ? [] : ofAnotherSuite),
  ];
}

const ofAnotherSuite = [
  'what the pages beside report and traffic say, and the commands in all of them: another suite wrote them',
  'what the report says of its waits, silence, trace and plan of questions: another suite wrote that, too',
];

const mostNamed = 5;

/** What was not judged again, or is judged otherwise by another suite. `same`: by the suite that verifies. */
export function notJudged(
  report: Report,
  exchanges: readonly Exchange[],
  again: Report,
  same: boolean,
): string[] {
  return [
    ...foreignPasses(report, again),
    ...(same ? [] : judgedOtherwise(report, again)),
    ...unread(exchanges),
    ...(report.baseline === null ? [] : ['what the report says of known failures (--baseline)']),
  ];
}

/** Answers of which nothing was judged again: what a key or a coding hides in them may be anything. */
function unread(exchanges: readonly Exchange[]): string[] {
  const cut = exchanges.filter(({ response }) => response?.truncated === true);
  const places = cut.map(({ index }) => `exchange ${index}`);
  if (cut.length === 0) return [];
  const holds = cut.length === 1 ? 'holds' : 'hold';
  return [
    `what ${count(cut.length, 'answer')} ${holds} that, by the word of the recording, could not be read or kept whole: ${firstOf(places, mostNamed)}`,
  ];
}

/** Requirements that exist only in the other version, and passed by its word. */
function foreignPasses({ requirements }: Report, again: Report): string[] {
  const foreign = requirements.filter(
    ({ id, outcome }) =>
      outcome === 'passed' && !again.requirements.some((requirement) => requirement.id === id),
  );
  if (foreign.length === 0) return [];
  const ids = some(foreign.map(({ id }) => id));
  return [`whether ${ids} passed: this suite has no such requirement`];
}

/** Outcomes that decide no verdict, on which the two suites differ. */
function judgedOtherwise({ requirements, observations }: Report, again: Report): string[] {
  const told = new Map(requirements.map(({ id, outcome }) => [id, outcome]));
  const other = again.requirements.filter(({ id, outcome }) => told.get(id) !== outcome);
  const outcomes = other.map(
    ({ id, outcome }) => `${id} (${told.get(id) ?? 'missing'}; here ${outcome})`,
  );
  const gaps = [...new Set([...observations, ...again.observations].map(({ id }) => id))].filter(
    (id) => answersTo(observations, id) !== answersTo(again.observations, id),
  );
  const who = `who is right about ${count(other.length, 'outcome')} that decide no verdict, which the suite that judged found otherwise in this traffic: ${some(outcomes)}`;
  const what = `what the service does in ${count(gaps.length, 'gap')} of which the suite that judged says other than this one: ${some(gaps)}`;
  return [...(other.length > 0 ? [who] : []), ...(gaps.length > 0 ? [what] : [])];
}

function answersTo(observations: Report['observations'], id: string): string {
  const answers = observations.filter((one) => one.id === id).map(({ answer }) => answer);
  return JSON.stringify(answers);
}

function some(texts: readonly string[]): string {
  const shown = texts.map((text) => visible(cut(text, 100)));
  return firstOf(shown, mostNamed);
}
