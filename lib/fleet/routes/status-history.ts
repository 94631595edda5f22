/** Maximum number of entries of a route's history: the oldest after the first are forgotten. */
const MAX_ROUTE_HISTORY = 100;

/** The history with one more entry; of a long one the first and the latest stay. */
export function withHistoryEntry<Entry>(
  history: readonly Entry[],
  entry: Entry,
  most = MAX_ROUTE_HISTORY,
): Entry[] {
  const [first, ...rest] = history;
  return first === undefined ? [entry] : [first, ...rest.slice(2 - most), entry];
}
