import type { Units } from '../../cdk/units.ts';
import { type Stacks, synthesizeQuickly } from './synthesize-quickly.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export type { Stacks, TemplateResource } from './synthesize-quickly.ts';

/**
 * The stacks of this context and these units, with empty functions and unchecked, which takes a fraction of the time.
 */
export function quickStacks(context: Record<string, unknown>, units?: Units): Stacks {
  return synthesizeQuickly(temporaryDirectory('stacks'), context, units);
}
