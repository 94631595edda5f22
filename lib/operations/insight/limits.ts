import {
  type Dimension,
  type NamedDimension,
  type Places,
  TIME_GROUPS,
  type TimeGroup,
} from './dimensions.ts';
import type { Asker, GroupName, Question } from './question.ts';

/** Sets of values of which one must apply each, by dimension. */
export type Limits = ReadonlyMap<Dimension, readonly ReadonlySet<string>[]>;

/** Whether a split is one by time. */
export function isTime(name: GroupName): name is TimeGroup {
  return (TIME_GROUPS as readonly string[]).includes(name);
}

/** Dimensions that a question splits or filters by. */
export function neededBy(
  asker: Asker,
  { groupBy, filters }: Pick<Question, 'groupBy' | 'filters'>,
): ReadonlySet<Dimension> {
  return new Set<Dimension>([
    ...groupBy.filter((name): name is NamedDimension | 'hour' => name === 'hour' || !isTime(name)),
    ...(Object.keys(filters) as NamedDimension[]),
    ...(asker.storeLocationIds === null ? [] : (['store'] as const)),
    ...(asker.driverGroupIds === null ? [] : (['driverGroup'] as const)),
  ]);
}

/** Sets of values of which one must apply: the filters, and what the caller may see. */
export function limitsOf(
  { storeLocationIds, driverGroupIds }: Asker,
  { filters }: Pick<Question, 'filters'>,
  currency: string | null,
): Limits {
  const limits = new Map<Dimension, ReadonlySet<string>[]>();
  const limit = (dimension: Dimension, values: readonly string[]) =>
    limits.set(dimension, [...(limits.get(dimension) ?? []), new Set(values)]);
  for (const [dimension, values] of Object.entries(filters)) limit(dimension as NamedDimension, values);
  if (storeLocationIds !== null) limit('store', storeLocationIds);
  if (driverGroupIds !== null) limit('driverGroup', driverGroupIds);
  if (currency !== null) limit('currency', [currency]);
  return limits;
}

/** Whether something has a value that each limit allows. */
export function isWithin(places: Places, limits: Limits): boolean {
  for (const [dimension, sets] of limits) {
    const own = places[dimension] ?? [];
    if (!sets.every((set) => own.some((value) => set.has(value)))) return false;
  }
  return true;
}
