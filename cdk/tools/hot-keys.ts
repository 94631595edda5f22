/** Orders a second of a day of a million orders with a fivefold peak, all of one organization. */
export const PEAK_ORDERS_PER_SECOND = 58;

/** Partitions of the lists of an organization with that many orders: `npm run admin -- set-limits --list-shards`. */
export const PEAK_LIST_SHARDS = 4;

/** Half of what DynamoDB lets a partition take in a second. */
export const MOST_A_SECOND = Object.freeze({ readUnits: 1_500, writeUnits: 500 });

/** A key of the table or of an index that orders of one organization share. */
export interface HotKey {
  /** Index and partition key, as in `table {organizationId}#strategy#{id}`. */
  readonly key: string;
  /** Units an order, of the busiest partition if there are several. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Units are spread over the organization's list partitions. */
  readonly isSharded?: true;
}

/**
 * What each of them takes for an order with one attempt and 11 webhooks, from its creation to its delivery.
 * `test/simulation/hot-keys.test.ts` measures it and fails when it is no longer so.
 */
export const HOT_KEYS: readonly HotKey[] = Object.freeze([
  { key: 'list {organizationId}#job#{shard}', readUnits: 0, writeUnits: 18, isSharded: true },
  // Those of a minute, when its numbers are counted.
  { key: 'list {organizationId}#notification#{shard}', readUnits: 0.5, writeUnits: 0, isSharded: true },
  { key: 'list {organizationId}#order#{shard}', readUnits: 0, writeUnits: 4, isSharded: true },
  { key: 'list {organizationId}#timer#{shard}', readUnits: 0, writeUnits: 2.4 },
  { key: 'list {organizationId}#webhookMessage#{shard}', readUnits: 0, writeUnits: 3.2 },
  { key: 'list {organizationId}#workflow#{shard}', readUnits: 0.15, writeUnits: 0 },
  // Whether there is one at all, now and then.
  { key: 'list {organizationId}#zone#{shard}', readUnits: 0.15, writeUnits: 0 },
  { key: 'table -#credential#{id}', readUnits: 1, writeUnits: 0 },
  // An hour; each of its minutes is counted once or twice, and scorecards read it.
  { key: 'table {organizationId}#insightMinutes#{id}', readUnits: 1.5, writeUnits: 1 },
  // Whether somebody follows the changes; then the router also writes a unit for each batch of events.
  { key: 'table {organizationId}#changes#all', readUnits: 3.2, writeUnits: 0 },
  // What the router asks for of every batch of events.
  { key: 'table {organizationId}#kept#all', readUnits: 10.5, writeUnits: 0 },
  { key: 'table {organizationId}#notificationSettings#all', readUnits: 11.6, writeUnits: 0 },
  { key: 'table {organizationId}#organization#{id}', readUnits: 2.2, writeUnits: 0 },
  { key: 'table {organizationId}#provider-accounts#all', readUnits: 2.3, writeUnits: 0 },
  { key: 'table {organizationId}#strategy#{id}', readUnits: 3, writeUnits: 0 },
  { key: 'table {organizationId}#webhookEndpoints#all', readUnits: 14.6, writeUnits: 0 },
  { key: 'table {organizationId}#workflowListeners#{id}', readUnits: 3.2, writeUnits: 0 },
  { key: 'table {organizationId}#zone-restrictions#all', readUnits: 1, writeUnits: 0 },
]);

/** Units a second of a key at the peak, of each of its partitions. */
export function atPeak({
  readUnits,
  writeUnits,
  isSharded,
}: HotKey): Pick<HotKey, 'readUnits' | 'writeUnits'> {
  const orders = PEAK_ORDERS_PER_SECOND / (isSharded ? PEAK_LIST_SHARDS : 1);
  return { readUnits: Math.ceil(readUnits * orders), writeUnits: Math.ceil(writeUnits * orders) };
}
