/** What lies between client and service, where no network does. */
export interface Link {
  /** The least and the most milliseconds from asking to answering, half of them each way. */
  readonly latencyMs: readonly [least: number, most: number];
  /** Operations that take so many milliseconds longer, as one that is computed; default none. */
  readonly slow?: { readonly [method: string]: number };
  /** Whether answers carry a `Date`; default true. */
  readonly dated?: boolean;
}
