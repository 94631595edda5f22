/** Which of the organization's list shards a job stays on. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(id.slice(-6), 36) % shards;
}
