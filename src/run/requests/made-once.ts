import type { Turn } from './side-by-side.ts';

/** Something that is made once, and a way to let it go on. */
interface Made {
  readonly made: Promise<unknown>;
  readonly open: () => void;
}

/** What is made once in a run, for all checks that share it. */
export class MadeOnce {
  readonly #made = new Map<string, Made>();

  /** The value of this name: the one made before, or one made now. `make` asks in the turn that it is given. */
  async get<T>(name: string, turn: Turn, make: (shared: Turn) => Promise<T>): Promise<T>;
  async get(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Promise<unknown> {
    const { made, open } = this.#made.get(name) ?? this.#make(name, turn, make);
    // The first of those that wait for it must not wait for the one that began it.
    void turn.come().then(open);
    return made;
  }

  #make(name: string, turn: Turn, make: (shared: Turn) => Promise<unknown>): Made {
    const { turn: shared, open } = turn.shared();
    const known = { made: make(shared), open };
    this.#made.set(name, known);
    // If it could not be made now, it may be made for the next check.
    known.made.catch(() => this.#made.delete(name));
    return known;
  }
}
