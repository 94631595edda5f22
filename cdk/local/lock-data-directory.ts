import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes `dataDirectory` for this process, so that no second local cloud works on the same state. Returns what gives it
 * back. Throws one clear sentence when another process has it.
 *
 * The lock is SQLite's own lock on a file: the system drops it with the process, however that ends, and a process
 * number that was given out again cannot be mistaken for its holder.
 */
export function lockDataDirectory(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true });
  const lock = new DatabaseSync(join(dataDirectory, 'lock.sqlite'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    const busy = error instanceof Error && /locked/.test(error.message);
    if (!busy) throw error;
    throw new Error(
      `Another local cloud is running on ${dataDirectory}: stop it, or set DATA_DIR to another directory.`,
    );
  }
  return () => lock.close();
}
