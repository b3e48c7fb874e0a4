/** How much of a run the page shows; all of it is in conformance.json and traffic.har. */
export interface Room {
  /** Characters of a body in a card. */
  readonly body: number;
  /** Characters of a body further down, where all exchanges are. */
  readonly evidence: number;
  /** Characters of the value of a header field. */
  readonly header: number;
  /** Characters of what a check says. */
  readonly message: number;
  /** Exchanges that are shown with what was sent and received. */
  readonly exchanges: number;
}

/** From the most to the least: the page takes the first that keeps it small enough. */
export const rooms: readonly Room[] = [
  { body: 4_000, evidence: 600, header: 1_000, message: 4_000, exchanges: 600 },
  { body: 1_000, evidence: 200, header: 200, message: 1_000, exchanges: 300 },
  { body: 300, evidence: 100, header: 60, message: 300, exchanges: 150 },
  { body: 150, evidence: 60, header: 40, message: 150, exchanges: 40 },
];
