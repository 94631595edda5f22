import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { builtFiles, digestOfSources } from '../../bundles/build-record.ts';
import type { PreparationOrder } from './prepare-apart.ts';
import { recordOf, STEPS } from './steps.ts';

/**
 * The steps that a start still has to make: all but those of earlier starts whose files are still there, made of the
 * same sources in the same context. Making them takes seconds, comparing a twentieth of one.
 */
export function stepsToMake(
  directory: string,
  context: Readonly<Record<string, unknown>>,
  sources: string = digestOfSources(),
): PreparationOrder {
  const digest = createHash('sha256').update(sources).update(JSON.stringify(context)).digest('hex');
  const steps = STEPS.filter((step) => !builtFiles(recordOf(directory, step), digest));
  // Files of other sources must not stay among the new ones.
  if (steps.includes('templates')) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  return { directory, context, digest, steps: steps.includes('templates') ? STEPS : steps };
}
