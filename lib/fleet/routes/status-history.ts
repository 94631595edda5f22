/** Maximum number of entries of a route's history: the first one is kept, and the oldest after it are dropped. */
const MAX_ROUTE_HISTORY = 100;

/** The history with one more entry; a long one keeps the first entry and the latest ones. */
export function withHistoryEntry<Entry>(
  history: readonly Entry[],
  entry: Entry,
  most = MAX_ROUTE_HISTORY,
): Entry[] {
  const [first, ...rest] = history;
  return first === undefined ? [entry] : [first, ...rest.slice(2 - most), entry];
}
