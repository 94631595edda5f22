/** Where an item lives: partition and sort key, as stored. Built only in this folder. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Names of the table's attributes and indexes. The stack reads them; no other code spells them. */
export const TABLE_SHAPE = Object.freeze({
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  /** Sparse index of list rows: newest first or oldest first, one partition per organization, type and shard. */
  list: Object.freeze({ indexName: 'list', partitionKey: 'lpk', sortKey: 'lsk', projected: ['row'] }),
  /** Sparse index from a value that need not be unique to the items that carry it. */
  lookup: Object.freeze({ indexName: 'lookup', partitionKey: 'kpk', sortKey: 'ksk' }),
});

/** Prefix of the sort keys of an aggregate's current state, so that one Query reads exactly that. */
export const STATE_PREFIX = 's#';

/** Sort key of a partition's stamp, before the items of the state and read together with them. */
export const STAMP_KEY = 's!';

/** Partition of an organization's own stamp, which changes with every stamp in it. `partition` is any of its partition keys. */
export function organizationStampKey(partition: string): Key {
  const [organization = ''] = partition.split('#');
  return { pk: `${organization}#kept#all`, sk: STAMP_KEY };
}

/** Sort keys of a partition's stamp and of its state lie between these. */
export const STAMPED_STATE = Object.freeze({ from: STAMP_KEY, to: 's$' });

/** Joins key parts with `#`; a `#` or `%` inside a part is escaped, so parts can never run into each other. */
export function joinKey(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('%', '%25').replaceAll('#', '%23')).join('#');
}

/** The parts that were joined. */
export function splitKey(key: string): readonly string[] {
  return key.split('#').map((part) => part.replaceAll('%23', '#').replaceAll('%25', '%'));
}
