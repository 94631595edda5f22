import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Storage of a part for data that must survive a kill: a file in the data directory, or memory in tests. */
export type StorePlace = { readonly memory: true } | { readonly dataDirectory: string };

/**
 * Opens (and creates) a part's own SQLite database, `<dataDirectory>/<name>.sqlite`.
 * In write-ahead mode every statement that has returned survives the death of this process; `NORMAL` leaves
 * out the disk flush that only a power failure would need. Throws one clear sentence when the file is
 * damaged.
 */
export function openStore(place: StorePlace, name: string, schema: string): DatabaseSync {
  if ('memory' in place) {
    const memory = new DatabaseSync(':memory:');
    memory.exec(schema);
    return memory;
  }
  mkdirSync(place.dataDirectory, { recursive: true });
  const file = join(place.dataDirectory, `${name}.sqlite`);
  try {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;');
    database.exec(schema);
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The local state ${file} is damaged: start with --fresh, or remove the file (${reason}).`,
    );
  }
}
