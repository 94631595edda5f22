/** Shard of the organization's list that what has this id stays on. */
export function listShardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 36) % shards;
}
