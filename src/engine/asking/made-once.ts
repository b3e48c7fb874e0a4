import type { Turn } from './side-by-side.ts';

/** Something made once, and what lets its making go on. */
interface Made {
  readonly made: Promise<unknown>;
  readonly open: () => void;
}

/** What is made once in a run, for all that share it. */
export class MadeOnce {
  readonly #made = new Map<string, Made>();

  /** What goes by the name: as it was made before, or made now. `make` asks in the turn that it is given. */
  async get<T>(name: string, turn: Turn, make: (shared: Turn) => Promise<T>): Promise<T>;
  async get(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Promise<unknown> {
    const { made, open } = this.#made.get(name) ?? this.#make(name, turn, make);
    // Of all that wait for it the first whose turn it is must not wait for the one that has begun it.
    void turn.come().then(open);
    return made;
  }

  #make(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Made {
    const { turn: shared, open } = turn.shared();
    const known = { made: make(shared), open };
    this.#made.set(name, known);
    // What could not be made now may be made for the next check.
    known.made.catch(() => this.#made.delete(name));
    return known;
  }
}
