import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** File whose lock stands for the whole directory. */
export const LOCK_FILE = 'lock.sqlite';

/**
 * Takes `dataDirectory` for this process, so that no second local cloud works on the same state. Returns what gives it
 * back. Throws one clear sentence when another process has it.
 *
 * The lock is SQLite's own lock on a file: the system drops it with the process, however that ends, and a process
 * number that was given out again cannot be mistaken for its holder.
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
    // Nothing is in it but the lock: a damaged one is made anew.
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
  return () => database.close();
}
