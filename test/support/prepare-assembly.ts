import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The app's cloud assembly, built once for the whole run. */
    assemblyDirectory: string;
  }
}

/** Vitest's global set-up of the scenarios: builds the functions and synthesizes the app once. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'assembly-'));
  // Tests send more requests than a client may. A trace is recorded if its id asks for that by its end.
  await synthesizeLocally(path, { requestsPerSecond: 0, tracePercent: 0.0001 });
  provide('assemblyDirectory', path);
  return remove;
}
