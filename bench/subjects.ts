/** What a measured run is asked to judge: the reference server, empty, on the plan enterprise, and what differs. */
export interface Subject {
  readonly animals?: number;
  /** Milliseconds that each answer takes on its way. */
  readonly latencyMs?: number;
  readonly ignoresLimit?: boolean;
}
