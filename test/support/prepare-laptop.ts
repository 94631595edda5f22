import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeStep } from '../../cdk/local/preparation/make-step.ts';
import { STEPS } from '../../cdk/local/preparation/steps.ts';
import { TEST_CONTEXT } from './prepare-assembly.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The app's cloud assembly with the code of `npm start`, built once for the whole run. */
    laptopDirectory: string;
  }
}

/** Vitest's global set-up of the browser stories: makes once what `npm start` makes. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'laptop-'));
  for (const step of STEPS) await makeStep({ directory: path, context: TEST_CONTEXT, digest: '' }, step);
  provide('laptopDirectory', path);
  return remove;
}
