/** Bounds the text of a report: its writer keeps within them, and reports from others are checked against them. */
import type { RequirementId } from '../catalogue/catalogue.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { cut } from '../text/visible.ts';
import { TooMuch } from './given-json.ts';

/** Messages of a report are kept whole up to so many characters; an ordinary report has some thousands. */
const wholeMessages = 100_000;

/** Characters of each message beyond that: 170 checks, and the reasons made of them, fit into `mostText`. */
const messageRoom = 800;

/** Characters of an answer where the specification is silent. */
export const answerRoom = 4000;

/** The most characters of all texts and names in a report that is read; each line counts as `lineCost` more. */
const mostText = 400 * 1024;
const lineCost = 40;

/** The most checks of such a report, twice as many as the suite has: each shows an exchange. */
const mostChecks = 350;

/** The most characters of its command, and of its settings: the page has a command for each failure. */
const mostCommand = 10_000;

type Checks = ReadonlyMap<RequirementId, readonly CheckResult[]>;

/**
 * The checks of a run. If their messages are too long together, as when a service is quoted in most of them, each is
 * cut.
 */
export function withinRoom(checks: Checks): Checks {
  let length = 0;
  for (const results of checks.values()) {
    for (const { message } of results) length += costOf(message);
  }
  if (length <= wholeMessages) return checks;
  const short = (result: CheckResult) => ({ ...result, message: cut(result.message, messageRoom) });
  return new Map([...checks].map(([id, results]) => [id, results.map(short)]));
}

/** Throws TooMuch if a parsed report has more text or checks than any run writes, as pages repeat them. */
export function refuseOverlong(value: unknown): void {
  const left = { text: mostText, checks: mostChecks, command: mostCommand, settings: mostCommand };
  visit(value, (name, part) => {
    if (name === 'checks' && Array.isArray(part)) left.checks -= part.length;
    if (left.checks < 0) throw new TooMuch(`holds more than ${mostChecks} checks`);
    if (name === 'argv') left.command -= textOf(part);
    if (name === 'settings') left.settings -= textOf(part);
    if (left.command < 0 || left.settings < 0) {
      throw new TooMuch(`holds a command or settings of more than ${mostCommand} characters`);
    }
    if (typeof part === 'string') left.text -= costOf(part);
    if (left.text < 0) throw new TooMuch(`holds more than ${mostText} characters of text`);
  });
}

type Told = (name: string, part: unknown) => void;

/** Calls `told` for each member and element, outer ones first. */
function visit(value: unknown, told: Told): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    told(name, part);
    visit(part, told);
  }
}

/** Characters of all texts in a value. */
function textOf(value: unknown): number {
  let length = 0;
  visit(value, (_, part) => {
    if (typeof part === 'string') length += part.length;
  });
  return length;
}

/** Every line becomes an element of a page. */
function costOf(text: string): number {
  let cost = text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) cost += lineCost;
  return cost;
}
