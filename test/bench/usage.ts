/** Average usage per order, by service. */
export interface Usage {
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly invocations: number;
  readonly queueRequests: number;
  readonly apiRequests: number;
  readonly transitions: number;
  /** What its functions wrote to their logs. */
  readonly logBytes: number;
}
