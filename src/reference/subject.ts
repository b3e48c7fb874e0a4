import type { AdvisoryId, RequiredId } from '../catalogue/catalogue.ts';
import type { Plan } from '../catalogue/plans.ts';
import type { Settings } from '../settings/settings.ts';
import type { Behaviour } from './behaviour.ts';
import type { Link } from './link.ts';
import type { ReferenceOptions } from './server.ts';

/** A changed reference server, and how a run against it is set up. */
export interface Subject {
  /** Kebab case, within its chapter: `list.limit-one-too-many`. */
  readonly id: string;
  /** What the server does, as one would tell a colleague. */
  readonly title: string;
  /** The change of the base behaviour. Called once for each start, so its closure may hold state. */
  readonly change?: (base: Behaviour) => Partial<Behaviour>;
  /** How the server is started; called once for each start, with the clock that it is to go by. */
  readonly server?: (now: () => number) => Omit<ReferenceOptions, 'change' | 'port' | 'host'>;
  /**
   * Runs at true scale in virtual time, where a day takes no longer than a second: with a user's own settings,
   * over a link of this latency. Default: in virtual time too, with the lab's settings and some milliseconds.
   */
  readonly inVirtualTime?: Link;
  /** Whether it runs over sockets and in the machine's time; so does whatever changes `transmit`. */
  readonly overSockets?: true;
  /** What differs from the lab's settings. */
  readonly settings?: Partial<Omit<Settings, 'baseUrl' | 'selected' | 'plan'>> & {
    readonly plan?: Plan | 'unknown';
  };
  /** The day of the run by its own clock, as an ISO date, in virtual time also with the time of day; default today. */
  readonly day?: string;
}

/** A server that breaks the specification. */
export interface Fault extends Subject {
  /** The requirements that must fail, and no other requirement may but those that it breaks by the way. */
  readonly breaks: readonly [RequiredId | AdvisoryId, ...(RequiredId | AdvisoryId)[]];
  /** What it breaks, too, which shows at some seeds; default nothing. */
  readonly breaksByTheWay?: readonly RequiredId[];
  /** Whether it shows in what all answers of a run say together, so that no part of a run need find it. */
  readonly needsWholeRun?: true;
  /** Whether core finds it at some seeds only, as its question takes turns: then full judges it. */
  readonly takesTurns?: true;
}

/** A conformant server that uses a freedom which the specification leaves. No requirement may fail. */
export interface Variant extends Subject {
  /** Requirements that cannot be decided on it, with the reason in the title; default none. */
  readonly undecided?: readonly RequiredId[];
  /** Advisories that fail on it; default none. */
  readonly advised?: readonly AdvisoryId[];
  /** How many 429s a run on it may get at most; default any. */
  readonly mostRefusals?: number;
}

/** The settings for what takes turns by the seed in core: full asks every question. */
export const everyTurn = { profile: 'full' } as const;
