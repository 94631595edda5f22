import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** File whose lock protects the whole directory. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Locks `dataDirectory` for this process, so that no second local cloud works on the same state. Returns the release
 * function. Throws one clear sentence when another process has the lock. The lock is SQLite's own lock on a file: the
 * system releases it with the process, however that ends, and a reused process number cannot be mistaken for its
 * holder.
 */
export function lockDataDirectory(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true });
  const file = join(dataDirectory, LOCK_FILE);
  try {
    return lock(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/locked/.test(message)) {
      throw new Error(
        `Another local cloud is running on ${dataDirectory}: stop it, or set DATA_DIR to another directory.`,
      );
    }
    if (!/not a database|malformed/.test(message)) throw error;
    // It contains only the lock: a damaged one is recreated.
    rmSync(file);
    return lock(file);
  }
}

function lock(file: string): () => void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}
