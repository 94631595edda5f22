import { DatabaseSync } from 'node:sqlite';

/** Keeps the server's stream fast, however many records were written. */
export interface StreamIndex {
  /** Removes records that every reader of the table's stream has consumed, up to `sequenceNumber`. */
  trim(table: string, sequenceNumber: string): void;
  stop(): void;
}

/**
 * At each write the server searches for the highest sequence number by reading all records of the table, so
 * writes slow down to a fifth by 50,000 records. An index, created here, keeps them at full speed.
 */
export function createStreamIndex(databaseFile: string | undefined): StreamIndex {
  if (databaseFile === undefined) return { trim: () => undefined, stop: () => undefined };
  const database = new DatabaseSync(databaseFile);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL;');
  database.exec(
    'CREATE INDEX IF NOT EXISTS local_stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  // The newest one stays, because the next sequence number is counted from it.
  const trim = database.prepare(
    `DELETE FROM _stream_records
     WHERE table_name = :name AND CAST(sequence_number AS INTEGER) <= CAST(:upTo AS INTEGER)
       AND CAST(sequence_number AS INTEGER) <
         (SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :name)`,
  );
  return {
    trim: (table, sequenceNumber) => void trim.run({ name: table, upTo: sequenceNumber }),
    stop: () => database.close(),
  };
}
