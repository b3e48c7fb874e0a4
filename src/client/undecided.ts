/**
 * Why a question could not be put, or got no answer to judge: the check that asked ends inconclusive,
 * neither passed nor failed.
 */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** As Undecided, for the whole rest of the run: nothing more is sent. */
export class EndedEarly extends Undecided {}
