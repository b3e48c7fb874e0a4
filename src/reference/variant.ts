import type { Settings } from '../settings/settings.ts';
import type { AdvisoryId, RequiredId } from '../spec/catalogue.ts';
import type { Plan } from '../spec/plans.ts';
import type { Behaviour } from './behaviour.ts';
import type { ReferenceOptions } from './server.ts';

/** What lies between client and service if there is no network. */
export interface Link {
  /** The least and the most milliseconds from question to answer, half of them each way. */
  readonly latencyMs: readonly [least: number, most: number];
  /** Whether answers carry a `Date`; default: true. */
  readonly dated?: boolean;
}

/** A changed reference server, and how a run against it is set up. */
export interface Subject {
  /** Kebab case, within its chapter: `list.limit-one-too-many`. */
  readonly id: string;
  /** The change of the base behaviour. Called once for each start, so its closure may hold state. */
  readonly change?: (base: Behaviour) => Partial<Behaviour>;
  /** How the server is started; called once for each start, with the clock that it must use. */
  readonly server?: (now: () => number) => Omit<ReferenceOptions, 'change' | 'port' | 'host'>;
  /**
   * Runs at full scale in virtual time, where a day takes less than a second: with a user's own settings, over a link
   * of this latency. Default: also in virtual time, with the settings of the lab and some milliseconds.
   */
  readonly inVirtualTime?: Link;
  /** Whether it runs over sockets and in real time; so does whatever changes `transmit`. */
  readonly overSockets?: true;
  /** What differs from the settings of the lab. */
  readonly settings?: Partial<Omit<Settings, 'baseUrl' | 'selected' | 'plan'>> & {
    readonly plan?: Plan | 'unknown';
  };
  /** The moment at which a run in virtual time begins, as an ISO date; default: one of the lab. */
  readonly day?: string;
}

/** A server that breaks the specification. */
export interface Fault extends Subject {
  /** The requirements that a reader could defend as broken; it is found if one of them fails. */
  readonly breaks: readonly [RequiredId | AdvisoryId, ...(RequiredId | AdvisoryId)[]];
}

/** A fault for people, by `serve --fault`. */
export interface ServedFault extends Fault {
  /** What the server does, as one would say it to a colleague. */
  readonly title: string;
  readonly change: NonNullable<Subject['change']>;
}

/** A conformant server that uses a freedom of the specification. No requirement may fail. */
export interface Variant extends Subject {
  /** Advisories that fail on it; default: none. */
  readonly advised?: readonly AdvisoryId[];
}
