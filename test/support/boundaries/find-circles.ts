import { posix } from 'node:path';
import type { FileImport } from './read-imports.ts';
import { unitOf } from './rooms.ts';

/** The file itself: finds files that import each other, directly or through others. */
export const byFile = (file: string): string => file;

/** `lib/ordering/orders`, `functions/api/orders`, or the worker's own file: finds areas that import each other. */
export function byArea(file: string): string | undefined {
  if (file.startsWith('lib/')) return unitOf(file);
  return /^functions\/(?:api|workers)\//.test(file) ? posix.join(...file.split('/').slice(0, 3)) : undefined;
}

/**
 * The groups that import each other in a circle, types included, each as the sorted names of its members. `groupOf`
 * says to which group a file belongs; undefined = to none.
 */
export function findCircles(
  imports: readonly FileImport[],
  groupOf: (file: string) => string | undefined,
): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [groupOf(file), target === undefined ? undefined : groupOf(target)];
    if (from === undefined || to === undefined || from === to) continue;
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  dropDeadEnds(next);
  const reached = new Map([...next.keys()].map((name) => [name, reachableFrom(name, next)]));
  const inCircle = [...reached].filter(([name, names]) => names.has(name)).map(([name]) => name);
  const circles = inCircle.map((name) =>
    inCircle.filter((other) => reached.get(name)?.has(other) && reached.get(other)?.has(name)).sort(),
  );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()];
}

/** Removes what cannot lead back to itself because none of its imports lead anywhere. */
function dropDeadEnds(next: Map<string, Set<string>>): void {
  for (let size = -1; size !== next.size; ) {
    size = next.size;
    for (const [name, targets] of next) {
      for (const target of targets) if (!next.has(target)) targets.delete(target);
      if (targets.size === 0) next.delete(name);
    }
  }
}

/** Everything that `name` imports, directly or through others. */
function reachableFrom(name: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(next.get(name) ?? [])];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    open.push(...(next.get(one) ?? []));
  }
  return found;
}
