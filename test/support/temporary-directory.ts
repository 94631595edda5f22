import { type DisposableTempDir, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: DisposableTempDir[] = [];
afterAll(() => {
  for (const directory of made.splice(0)) directory.remove();
});

/** An empty directory that is removed after the last test of the file. */
export function temporaryDirectory(name: string): string {
  const directory = mkdtempDisposableSync(join(tmpdir(), `${name}-`));
  made.push(directory);
  return directory.path;
}
