/** What an order takes of each service on average. */
export interface Usage {
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly invocations: number;
  readonly queueRequests: number;
  readonly apiRequests: number;
  readonly transitions: number;
}
