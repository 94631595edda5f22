import type { Model } from '../compile-model.ts';
import type { Random } from '../random.ts';

/**
 * A plan independent of all others: the visits in random order, divided among this many vehicles, each route in the
 * order of the middles of its windows. It breaks many rules, and leads a local search away from the known plans.
 */
export function scatterVisits(
  { open, close }: Model,
  visits: readonly number[],
  vehicles: number,
  random: Random,
): readonly Int32Array[] {
  const shuffled = Int32Array.from(visits);
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = shuffled[i]!;
    shuffled[i] = shuffled[j]!;
    shuffled[j] = kept;
  }
  const middle = (visit: number): number => open[visit]! + close[visit]!;
  const cut = (route: number): number => Math.floor((route * shuffled.length) / vehicles);
  return Array.from({ length: vehicles }, (_, route) =>
    shuffled.slice(cut(route), cut(route + 1)).sort((a, b) => middle(a) - middle(b)),
  ).filter(({ length }) => length > 0);
}
