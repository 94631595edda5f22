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

/** Tests send more requests than a client may. A trace is recorded if its id asks for that by its end. */
export const TEST_CONTEXT = { requestsPerSecond: 0, tracePercent: 0.0001 };

/** Vitest's global set-up of the scenarios: builds the functions and synthesizes the app once. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'assembly-'));
  await synthesizeLocally(path, TEST_CONTEXT);
  provide('assemblyDirectory', path);
  return remove;
}
