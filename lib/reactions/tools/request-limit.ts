/**
 * Limit of an organization's requests to the tool server (specification 8). An assistant at its usual pace
 * stays within the uncounted trickle, so the common path writes nothing.
 */
export const TOOL_REQUEST_LIMIT = Object.freeze({
  scope: 'tools' as const,
  perSecond: 30,
  burst: 75,
  trickle: { perSecond: 2, burst: 3 },
});
