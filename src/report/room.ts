/** How much text a report has: what writes one keeps within it, and what is handed over is held against it. */
import type { RequirementId } from '../catalogue/catalogue.ts';
import type { CheckResult } from '../judge/outcome.ts';
import { cut } from '../text/visible.ts';
import { TooMuch } from './given-json.ts';

/** Characters of all messages of a report that are kept whole; an ordinary report has some thousands. */
const wholeMessages = 100_000;

/** Characters of each message once they are more: 170 checks, and the reasons made of them, fit into `mostText`. */
const messageRoom = 800;

/** Characters of what is told of a service where the specification is silent. */
export const answerRoom = 4000;

/** Characters of all texts and names of a report that is read, a line counted as `lineCost` more. */
const mostText = 400 * 1024;
const lineCost = 40;

/** Checks of all requirements of such a report, twice what the suite has: each brings its exchange along. */
const mostChecks = 350;

/** Characters of the words of its command, and of its settings: the page has a command for each failure. */
const mostCommand = 10_000;

type Checks = ReadonlyMap<RequirementId, readonly CheckResult[]>;

/** The checks of a run with their messages, each cut if a service had itself quoted at length in most of them. */
export function withinRoom(checks: Checks): Checks {
  let length = 0;
  for (const results of checks.values()) {
    for (const { message } of results) length += costOf(message);
  }
  if (length <= wholeMessages) return checks;
  const short = (result: CheckResult) => ({ ...result, message: cut(result.message, messageRoom) });
  return new Map([...checks].map(([id, results]) => [id, results.map(short)]));
}

/** Throws TooMuch if a parsed report has more text or checks than any run writes: pages show them several times. */
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

/** Tells each member and each element, below what holds it. */
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

/** Every line becomes elements of its own in a page. */
function costOf(text: string): number {
  let cost = text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) cost += lineCost;
  return cost;
}
