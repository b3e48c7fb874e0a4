import { findRequirement, type RequirementId } from '../catalogue/catalogue.ts';
import type { Emit, Pause, RunEvent } from '../engine/events.ts';
import { systemClock } from '../http/clock.ts';
import { cut, visible, withoutCommands } from '../text/visible.ts';
import { count, inOneLine } from '../text/words.ts';

/** What progress needs of a terminal or a file. */
export interface ProgressStream {
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

export interface ProgressDisplay {
  readonly onEvent: Emit;
  /** Clears the live line and lets go of its timer. */
  stop(): void;
}

interface State {
  current: string;
  requests: number;
  readonly failed: Set<RequirementId>;
  pause?: Pause;
  ended?: string;
}

/** Milliseconds between two writes of the live line. */
const pace = 100;
/** Seconds; shorter pauses are not worth a line. */
const shortPause = 1;
/** Characters of what a failure says. */
const whatRoom = 300;
const clearLine = '\r\u001b[2K';

/** Shows the progress of a run: one line rewritten in place, or plain lines if that is not possible. */
export function progress(stream: ProgressStream, options: ProgressOptions): ProgressDisplay {
  const selected = options.selected && new Set(options.selected);
  const counts = (id: RequirementId) =>
    findRequirement(id)?.level === 'required' && (selected?.has(id) ?? true);
  return options.live
    ? liveProgress(stream, counts, options.now ?? systemClock.now)
    : plainProgress(stream, counts);
}

function liveProgress(
  stream: ProgressStream,
  counts: (id: RequirementId) => boolean,
  now: () => number,
): ProgressDisplay {
  const state: State = { current: '', requests: 0, failed: new Set() };
  let writtenAt = Number.NEGATIVE_INFINITY;
  let shown = '';
  let stopped = false;
  const show = () => {
    const at = now();
    if (stopped || at - writtenAt < pace) return;
    const text = narrowed(liveText(state, at), (stream.columns || 80) - 1);
    if (text === shown) return;
    stream.write(clearLine + text);
    shown = text;
    writtenAt = at;
  };
  // Shows what came shortly after the last write, and counts pauses down.
  const timer = setInterval(show, pace).unref();
  return {
    onEvent(event) {
      follow(state, event, counts);
      show();
    },
    stop() {
      clearInterval(timer);
      if (!stopped && shown !== '') stream.write(clearLine);
      stopped = true;
    },
  };
}

function follow(state: State, event: RunEvent, counts: (id: RequirementId) => boolean): void {
  if (event.type === 'exchange') state.requests += 1;
  if (event.type === 'check-started') state.current = event.id;
  if (event.type === 'pause') state.pause = event.pause;
  if (event.type === 'ended-early') state.ended = event.reason;
  for (const { id } of failuresOf(event)) if (counts(id)) state.failed.add(id);
}

function liveText({ current, requests, failed, pause, ended }: State, at: number): string {
  const totals = `${count(requests, 'request')}, ${count(failed.size, 'failure')}`;
  const left = pause === undefined ? 0 : (pause.startedAt - at) / 1000 + pause.seconds;
  if (ended !== undefined) return visible(`${totals} | ended early: ${ended}`);
  if (pause !== undefined && left > 0) {
    return visible(`${totals} | waiting ${Math.ceil(left)} s: ${pause.reason}`);
  }
  return visible(current === '' ? totals : `${totals} | ${current}`);
}

function plainProgress(
  stream: ProgressStream,
  counts: (id: RequirementId) => boolean,
): ProgressDisplay {
  const chapters = new Set<string>();
  const found = new Set<RequirementId>();
  let ended = false;
  let said = '';
  const line = (text: string) => stream.write(`${withoutCommands(visible(text))}\n`);
  const onEvent = (event: RunEvent) => {
    if (event.type === 'ended-early') ended = true;
    if (event.type === 'check-started' && !ended) {
      const [chapter = event.id] = event.id.split('.', 1);
      if (!chapters.has(chapter)) line(`asking about ${chapter}.*`);
      chapters.add(chapter);
    } else if (event.type === 'pause' && event.pause.seconds > shortPause) {
      // One of many equal pauses is enough.
      if (event.pause.reason === said) return;
      said = event.pause.reason;
      line(`waiting ${Math.ceil(event.pause.seconds)} s: ${event.pause.reason}`);
    }
    for (const { id, what } of failuresOf(event)) {
      // Many answers and checks may show the same fault: one line is enough.
      if (counts(id) && !found.has(id)) line(`FAILED ${id}: ${what}`);
      found.add(id);
    }
  };
  return { onEvent, stop: () => {} };
}

/** The requirements that failed by an event, and how, in one line. */
function failuresOf(event: RunEvent): { readonly id: RequirementId; readonly what: string }[] {
  if (event.type === 'exchange') {
    return event.findings.flatMap(({ id, at, problem }) =>
      problem === undefined ? [] : [{ id, what: `${at}: ${problem}` }],
    );
  }
  if (event.type !== 'check-finished' || event.result.outcome !== 'failed') return [];
  const { title, message } = event.result;
  return [{ id: event.id, what: `${title}: ${cut(inOneLine(message), whatRoom)}` }];
}

function narrowed(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns
    ? text
    : `${characters.slice(0, Math.max(0, columns - 1)).join('')}…`;
}
