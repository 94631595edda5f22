import { type EntityName, entityNames } from '../definition/entities.ts';
import type { Plan } from './plan.ts';

/** The entities that the actions and conditions of a workflow need, in the order of `entityNames`. */
export function neededEntities(plan: Plan): readonly EntityName[] {
  const needed = new Set<string>();
  for (const { enabled, work, reads } of plan.nodes.values()) {
    if (!enabled) continue;
    if (work.kind === 'action') for (const entity of work.action.needs) needed.add(entity);
    // A text without a value is still sent; a condition without one cannot be decided.
    if (work.kind === 'filter' || work.kind === 'switch') {
      for (const { path } of reads) needed.add(path.split('.')[0] ?? '');
    }
  }
  return entityNames.filter((entity) => needed.has(entity));
}
