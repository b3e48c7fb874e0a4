/** What lies between client and service if there is no network. */
export interface Link {
  /** The least and the most milliseconds from question to answer, half of them each way. */
  readonly latencyMs: readonly [least: number, most: number];
  /** Operations that take some milliseconds longer, as if they computed something; default: none. */
  readonly slow?: { readonly [method: string]: number };
  /** Whether answers carry a `Date`; default: true. */
  readonly dated?: boolean;
}
