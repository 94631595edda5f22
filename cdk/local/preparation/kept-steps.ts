import { mkdirSync, rmSync } from 'node:fs';
import { builtFiles, digestOfSources } from '../../bundles/build-record.ts';
import type { PreparationOrder } from './prepare-apart.ts';
import { takeShared } from './shared-steps.ts';
import { digestOfStep, recordOf, STEPS } from './steps.ts';

/**
 * The steps that a start still has to make: all but those of earlier starts, here or on another data directory, whose
 * files are still there, made of the same sources, and for the templates in the same context. Making them takes seconds,
 * comparing a twentieth of one.
 */
export function stepsToMake(
  directory: string,
  context: Readonly<Record<string, unknown>>,
  sources: string = digestOfSources(),
  shared?: string,
): PreparationOrder {
  const of = { sources, context };
  const missing = STEPS.filter((step) => !builtFiles(recordOf(directory, step), digestOfStep(of, step)));
  const all = missing.includes('templates') ? STEPS : missing;
  // Files of other sources, or of another context, must not stay among the new ones.
  if (all === STEPS) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const taken = takeShared(directory, of, all, shared);
  return { directory, ...of, steps: all.filter((step) => !taken.includes(step)) };
}
