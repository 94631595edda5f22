/** Permanent shard of the organization's list for this id. */
export function listShardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 36) % shards;
}
