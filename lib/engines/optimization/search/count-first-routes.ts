import type { Model } from './compile-model.ts';
import type { Plan } from './plan.ts';

/**
 * Creates a function that returns by how many cents the costs of the present routes are too high together: each route
 * pays for every cluster label that it serves, but the first route of a label is free. Undefined where labels cost
 * nothing.
 */
export function createFirstRoutes(model: Model, plan: Plan): (() => number) | undefined {
  const { cluster, problem } = model;
  const members = new Map<number, number>();
  for (const label of cluster) if (label >= 0) members.set(label, (members.get(label) ?? 0) + 1);
  if (members.size === 0 || problem.clusterPenaltyCents === 0) return undefined;
  const all = new Int32Array(Math.max(...members.keys()) + 1);
  for (const [label, count] of members) all[label] = count;
  const left = new Int32Array(all.length);
  return () => {
    let served = members.size;
    if (plan.size.absent > 0) left.set(all);
    for (let i = 0; i < plan.size.absent; i++) {
      const label = cluster[plan.absent[i]!]!;
      if (label >= 0 && --left[label]! === 0) served--;
    }
    return served * problem.clusterPenaltyCents;
  };
}
