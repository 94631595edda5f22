/** Average usage per order, by service. */
export interface Usage {
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly invocations: number;
  readonly queueRequests: number;
  readonly apiRequests: number;
  readonly transitions: number;
}
