import type { DatabaseSync } from 'node:sqlite';
import type { StreamPosition } from '../dynamodb/index.ts';

/** The progress of each stream mapping. Durable: what `save` has written survives the death of the process. */
export interface Checkpoints {
  /** Undefined for an unknown mapping; `oldest` when it starts with the oldest record. */
  load(mapping: string): StreamPosition | 'oldest' | undefined;
  save(mapping: string, position: StreamPosition | 'oldest'): void;
}

export const CHECKPOINT_SCHEMA = `
  CREATE TABLE IF NOT EXISTS stream_checkpoints (
    mapping TEXT PRIMARY KEY, stream TEXT NOT NULL, shard_id TEXT NOT NULL, sequence_number TEXT NOT NULL
  ) WITHOUT ROWID`;

/** Checkpoints in `database`, which has `CHECKPOINT_SCHEMA`. */
export function createCheckpoints(database: DatabaseSync): Checkpoints {
  const find = database.prepare(
    'SELECT stream, shard_id, sequence_number FROM stream_checkpoints WHERE mapping = ?',
  );
  const write = database.prepare('INSERT OR REPLACE INTO stream_checkpoints VALUES (?, ?, ?, ?)');
  return Object.freeze({
    load(mapping: string) {
      const row = find.get(mapping);
      if (!row) return undefined;
      const position = {
        stream: String(row.stream),
        shardId: String(row.shard_id),
        sequenceNumber: String(row.sequence_number),
      };
      return position.shardId === '' ? ('oldest' as const) : position;
    },
    save(mapping: string, position: StreamPosition | 'oldest') {
      if (position === 'oldest') write.run(mapping, '', '', '');
      else write.run(mapping, position.stream, position.shardId, position.sequenceNumber);
    },
  });
}
