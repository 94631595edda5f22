import type { Model } from './compile-model.ts';

/** Jobs of each group that must stay on one route; undefined where a problem has no such group. */
export function listGroups(model: Model): ReadonlyMap<number, readonly number[]> | undefined {
  const groups = new Map<number, number[]>();
  for (let job = 0; job < model.jobs; job++) {
    const group = model.routeGroup[job]!;
    if (group < 0) continue;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [job]);
    else members.push(job);
  }
  return groups.size === 0 ? undefined : groups;
}
