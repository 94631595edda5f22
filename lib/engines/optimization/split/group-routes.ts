/** How closely routes are connected: `of[a * count + b]`, symmetric. */
export interface Ties {
  readonly count: number;
  readonly of: Float64Array;
}

/** By how much a group may differ from an equal share when routes change sides. */
const UNEVEN = 0.15;
const PASSES = 12;

/**
 * Divides routes into `groups` with about equally many jobs, so that closely connected routes stay together: groups
 * grow one after the other from where they are least connected to the rest, then routes at the borders change sides.
 * Returns the group of each route.
 */
export function groupRoutes(sizes: readonly number[], ties: Ties, groups: number): Int32Array {
  const groupOf = new Int32Array(sizes.length).fill(-1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let rest = total;
  for (let group = 0; group < groups; group += 1) {
    rest -= grow(group, rest / (groups - group), groupOf, sizes, ties);
  }
  groupOf.forEach((group, route) => {
    if (group < 0) groupOf[route] = groups - 1;
  });
  for (let pass = 0; pass < PASSES; pass += 1) {
    if (!changeSides(groupOf, sizes, ties, total / groups)) break;
  }
  return groupOf;
}

/** Adds routes to a group until it has its share, and returns how many jobs it has then. */
function grow(
  group: number,
  share: number,
  groupOf: Int32Array,
  sizes: readonly number[],
  ties: Ties,
): number {
  const { count, of } = ties;
  const near = new Float64Array(count);
  let has = 0;
  const add = (route: number) => {
    groupOf[route] = group;
    has += sizes[route]!;
    for (let other = 0; other < count; other += 1) near[other]! += of[route * count + other]!;
  };
  const free = () => sizes.keys().filter((route) => groupOf[route] === -1);
  const first = leastOf(
    free(),
    (route) =>
      free().reduce((sum, other) => sum + of[route * count + other]!, 0) / Math.max(1, sizes[route]!),
  );
  if (first === undefined) return 0;
  add(first);
  for (;;) {
    const next = leastOf(free(), (route) => -near[route]! / Math.max(1, sizes[route]!));
    if (next === undefined || has + sizes[next]! / 2 > share) return has;
    add(next);
  }
}

/** Moves routes into the group to which they are more closely connected, where both groups keep about their share. */
function changeSides(
  groupOf: Int32Array,
  sizes: readonly number[],
  { count, of }: Ties,
  share: number,
): boolean {
  const groups = Math.max(...groupOf) + 1;
  const has = new Float64Array(groups);
  groupOf.forEach((group, route) => {
    has[group]! += sizes[route]!;
  });
  let changed = false;
  for (let route = 0; route < count; route += 1) {
    const from = groupOf[route]!;
    const size = sizes[route]!;
    if (has[from]! - size < share * (1 - UNEVEN)) continue;
    const near = new Float64Array(groups);
    for (let other = 0; other < count; other += 1) near[groupOf[other]!]! += of[route * count + other]!;
    const to = leastOf(near.keys(), (group) =>
      group !== from && has[group]! + size > share * (1 + UNEVEN) ? 0 : -near[group]!,
    );
    if (to === undefined || to === from || near[to]! <= near[from]!) continue;
    groupOf[route] = to;
    has[from]! -= size;
    has[to]! += size;
    changed = true;
  }
  return changed;
}

function leastOf(of: Iterable<number>, price: (item: number) => number): number | undefined {
  let least: number | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const item of of) {
    const asked = price(item);
    if (asked >= lowest) continue;
    lowest = asked;
    least = item;
  }
  return least;
}
