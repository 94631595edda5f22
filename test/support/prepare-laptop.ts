import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stepsToMake } from '../../cdk/local/preparation/kept-steps.ts';
import { makeStep } from '../../cdk/local/preparation/make-step.ts';
import { TEST_CONTEXT } from './prepare-assembly.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The app's cloud assembly with the code of `npm start`, built once for the whole run. */
    laptopDirectory: string;
  }
}

/** Vitest's global set-up of the browser stories: makes once what `npm start` makes, or takes what an installation has made. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), 'laptop-'));
  const order = stepsToMake(path, TEST_CONTEXT);
  for (const step of order.steps) await makeStep(order, step);
  provide('laptopDirectory', path);
  return remove;
}
