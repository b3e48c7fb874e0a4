import { findRequirement, requirements } from '../../catalogue/catalogue.ts';
import type { Exchange } from '../../http/exchange.ts';
import { decideRequirement, decideVerdict } from '../../judge/verdict.ts';
import { judgedBy } from '../assemble.ts';
import { shellLine } from '../command-line.ts';
import type { Report } from '../report.ts';
import { summarize } from '../summary.ts';

const judged = requirements.filter(({ level }) => level === 'required' || level === 'advisory');

/**
 * Where the report of a whole, full run differs from what follows from its own checks and the catalogue; one line each.
 * `ours`: this suite wrote it, so the catalogue of this suite applies.
 */
export function contradictionsOf(report: Report, ours = true): string[] {
  const { requirements, verdict, summary, profile, run } = report;
  const decided = requirements.map((requirement) => ({
    ...requirement,
    outcome: decideRequirement(requirement.checks).outcome,
  }));
  const required = decided.filter(({ id }) => findRequirement(id)?.level === 'required');
  const right = decideVerdict(required.map(({ outcome }) => outcome));
  const { partial, endedEarly } = run;
  const said = summarize(right, { profile, required, leftOut: 0, partial, endedEarly });
  return [
    ...(ours ? [...wrongRequirements(report), ...otherCommand(report)] : []),
    ...narrowed(report),
    ...requirements.flatMap(({ id, outcome }, at) => {
      const follows = decided[at]?.outcome;
      return outcome === follows ? [] : [`${id} is ${outcome}, and its checks make it ${follows}`];
    }),
    ...unlike('verdict', verdict, right),
    ...(ours ? unlike('summary', `"${summary}"`, `"${said}"`) : []),
  ];
}

function unlike(what: string, said: string, right: string): string[] {
  return said === right ? [] : [`the ${what} is ${said}, and its requirements make it ${right}`];
}

/** Reports that claim to be whole, while their command left something out or judged a stand-in. */
function narrowed({ run, specification }: Report): string[] {
  const words = run.argv.map((word) => word.split('=')[0]);
  const given = [...words, ...Object.keys(run.settings)];
  const found = ['--only', '--skip', '--reference'].find((word) => given.includes(word));
  const { title, version } = specification;
  const isOurs = title === judgedBy.title && version === judgedBy.version;
  const foreign = `it was judged by the ${title} ${version}, which is not the ${judgedBy.title}`;
  return [
    ...(found === undefined ? [] : [`its run was narrowed: ${found} is in its command`]),
    ...(isOurs ? [] : [foreign]),
  ];
}

/** The command that is checked must be the one that people read. */
function otherCommand({ run }: Report): string[] {
  const isOwn = run.command === shellLine(run.argv);
  return isOwn ? [] : ['its command is not that of its own words (argv)'];
}

function wrongRequirements({ requirements }: Report): string[] {
  const ids = requirements.map(({ id }) => id);
  const missing = judged.filter(({ id }) => !ids.includes(id));
  return [
    ...missing.map(({ id, level }) => `${id}, which is ${level}, is missing`),
    ...requirements.flatMap(({ id, level }, at) => {
      const known = judged.find((requirement) => requirement.id === id);
      if (known === undefined) return [`${id} is not a requirement of this suite`];
      if (ids.indexOf(id) < at) return [`${id} stands there twice`];
      return known.level === level ? [] : [`${id} is called ${level}, and is ${known.level}`];
    }),
  ];
}

/** What the report says of the traffic and the traffic does not show; one line each. */
export function missingEvidence(report: Report, exchanges: readonly Exchange[]): string[] {
  const { requirements, observations, run } = report;
  // By keys: a forged index may make the array very long.
  const recorded = Object.keys(exchanges).length;
  const cited = [
    ...requirements.flatMap(({ checks }) => checks.flatMap((check) => check.exchanges)),
    ...observations.flatMap((observation) => observation.exchanges),
    ...run.timeline.map(({ exchange }) => exchange),
  ];
  const absent = [...new Set(cited)].filter((index) => exchanges[index] === undefined);
  const counted = `it holds ${recorded} exchanges, and the report counts ${run.requests} requests`;
  const lacking = `the report cites exchanges that it lacks: ${absent.slice(0, 5).join(', ')}`;
  return [
    ...(recorded === run.requests ? [] : [counted]),
    ...(absent.length === 0 ? [] : [lacking]),
  ];
}
