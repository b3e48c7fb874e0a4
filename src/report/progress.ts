import { systemClock } from '../http/clock.ts';
import type { Emit, Pause, RunEvent } from '../run/events.ts';
import { findRequirement, type RequirementId } from '../spec/catalogue.ts';
import { visible, withoutCommands } from '../text/visible.ts';
import { count, firstOf } from '../text/words.ts';

/** What progress needs of a terminal or a file. */
interface ProgressStream {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

export interface ProgressOptions {
  /** Whether the stream is a terminal whose line can be rewritten. */
  readonly live: boolean;
  /** Milliseconds since the epoch; the clock that pauses are told in. */
  readonly now?: () => number;
  /** The requirements whose failures are shown; absent: all. */
  readonly selected?: readonly RequirementId[];
}

interface ProgressDisplay {
  readonly onEvent: Emit;
  /** Clears the live line and lets go of its timer. */
  stop(): void;
}

/** Milliseconds between two writes of the live line. */
const pace = 100;
/** Seconds; shorter pauses are not worth a line. */
const shortPause = 1;
const clearLine = '\r\u001b[2K';

/** Whether a line can be taken back: not in a log, which CI keeps of a terminal, too, and not on a dumb terminal. */
export function isLive(
  { isTTY }: { readonly isTTY?: boolean | undefined },
  { TERM, CI }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && TERM !== 'dumb' && !CI;
}

/** Shows the progress of a run: one line rewritten in place, or a plain line for each long wait. */
export function progress(stream: ProgressStream, options: ProgressOptions): ProgressDisplay {
  const selected = options.selected && new Set(options.selected);
  const failed = new Set<RequirementId>();
  const display = options.live
    ? liveLine(stream, failed, options.now ?? systemClock.now)
    : plainLines(stream, failed);
  return {
    ...display,
    onEvent(event) {
      for (const id of failuresOf(event)) {
        const isRequired = findRequirement(id)?.level === 'required';
        if (isRequired && (selected?.has(id) ?? true)) failed.add(id);
      }
      display.onEvent(event);
    },
  };
}

function liveLine(
  stream: ProgressStream,
  failed: ReadonlySet<string>,
  now: () => number,
): ProgressDisplay {
  let requests = 0;
  let current = '';
  let pause: Pause | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let shown = '';
  const show = () => {
    const at = now();
    if (at - writtenAt < pace) return;
    const left = pause === undefined ? 0 : (pause.startedAt - at) / 1000 + pause.seconds;
    const doing = pause !== undefined && left > 0 ? waitWords(pause, left) : current;
    const totals = `${count(requests, 'request')}, ${count(failed.size, 'failure')}`;
    const whole = visible(doing === '' ? totals : `${totals} | ${doing}`);
    const text = narrowed(whole, (stream.columns || 80) - 1);
    if (text === shown) return;
    stream.write(clearLine + text);
    shown = text;
    writtenAt = at;
  };
  // Shows what came shortly after the last write, and counts pauses down.
  const timer = setInterval(show, pace).unref();
  return {
    onEvent(event) {
      if (event.type === 'exchange') requests += 1;
      if (event.type === 'check-started') current = event.id;
      if (event.type === 'pause') pause = event.pause;
      if (event.type === 'ended-early') {
        pause = undefined;
        current = `ended early: ${event.reason}`;
      }
      show();
    },
    stop() {
      clearInterval(timer);
      writtenAt = Number.POSITIVE_INFINITY;
      if (shown !== '') stream.write(clearLine);
      shown = '';
    },
  };
}

/** A line for each reason to wait, with what has failed until then; the end of the run says everything else. */
function plainLines(stream: ProgressStream, failed: ReadonlySet<string>): ProgressDisplay {
  const shown = new Set<string>();
  return {
    onEvent(event) {
      if (event.type !== 'pause' || event.pause.seconds <= shortPause) return;
      const { seconds, startedAt, reason } = event.pause;
      if (shown.has(reason)) return;
      shown.add(reason);
      const end = new Date(startedAt + seconds * 1000).toISOString().slice(11, 19);
      const beside = failed.size === 0 ? '' : `; failed so far: ${firstOf([...failed], 5)}`;
      const line = waitWords(event.pause, seconds, `, until ${end} UTC`) + beside;
      stream.write(`${withoutCommands(visible(line))}\n`);
    },
    stop: () => {},
  };
}

/** `waiting 2 s (of at most 10): …`. */
function waitWords({ atMost, reason }: Pause, left: number, until = ''): string {
  const end = atMost === undefined ? until : ` (of at most ${Math.ceil(atMost)})`;
  return `waiting ${Math.ceil(left)} s${end}: ${reason}`;
}

/** The requirements that failed by an event. */
function failuresOf(event: RunEvent): RequirementId[] {
  if (event.type === 'exchange') {
    return event.findings.flatMap(({ id, problem }) => (problem === undefined ? [] : [id]));
  }
  return event.type === 'check-finished' && event.result.outcome === 'failed' ? [event.id] : [];
}

function narrowed(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns ? text : `${characters.slice(0, columns - 1).join('')}…`;
}
