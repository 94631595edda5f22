import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILE, lockDataDirectory } from './lock-data-directory.ts';

/** Folder of what the service is made of: it has no data of anybody, and making it takes seconds. */
export const ASSEMBLY_FOLDER = 'assembly';

/**
 * Removes the state in `dataDirectory`, for a start without data. Throws when a local cloud is running on it, or when
 * it contains something that no local cloud has written.
 */
export function clearDataDirectory(dataDirectory: string): void {
  if (!existsSync(dataDirectory)) return;
  const entries = readdirSync(dataDirectory);
  if (entries.length === 0) return;
  if (!entries.includes(LOCK_FILE)) {
    throw new Error(
      `${dataDirectory} is not empty and has no local state, so --fresh does not delete it: set DATA_DIR to another directory.`,
    );
  }
  const unlock = lockDataDirectory(dataDirectory);
  for (const entry of entries) {
    if (entry === ASSEMBLY_FOLDER || entry.startsWith(LOCK_FILE)) continue;
    rmSync(join(dataDirectory, entry), { recursive: true, force: true });
  }
  unlock();
}
