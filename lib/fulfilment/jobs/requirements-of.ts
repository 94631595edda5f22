import type { Job } from './job.ts';
import type { Package } from './package.ts';

/** Requirements of the courier of a package: its own, and those of the dispatch strategy. */
export function requirementsOf(
  { strategy }: Pick<Job, 'strategy'>,
  item: Pick<Package, 'requirements'>,
): readonly string[] {
  return [...new Set([...item.requirements, ...strategy.requirements])];
}
