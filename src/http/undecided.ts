/**
 * Why a question could not be put, or got no answer to judge: the check that asked ends inconclusive,
 * neither passed nor failed.
 */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** As Undecided, for the whole rest of the run: nothing more is sent. */
export class EndedEarly extends Undecided {}

/** As Undecided, where recorded traffic is judged again and holds no answer to this one question. */
export class Unrecorded extends Undecided {}
