import type { Exchange } from './exchange.ts';

/**
 * Why a question could not be put, or got no answer to judge: the check that asked ends inconclusive,
 * neither passed nor failed.
 */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/**
 * A question that the service leaves without an answer again and again, while it answers others in between. Its
 * requirement fails with that evidence; to all else that needed the answer it is undecided.
 */
export class Silence extends Inconclusive {
  readonly evidence: readonly Exchange[];

  constructor(message: string, evidence: readonly Exchange[]) {
    super(message);
    this.evidence = evidence;
  }
}

/** As Inconclusive, for the whole rest of the run: nothing more is sent. */
export class EndedEarly extends Inconclusive {}

/** As Inconclusive, where recorded traffic is judged again and holds no answer to this one question. */
export class Unrecorded extends Inconclusive {}
