import { InvalidProblem } from './invalid-problem.ts';

/** Refuses anything but a plain object and any key that is not known: nothing is accepted and then ignored. */
export function readObject(value: unknown, field: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidProblem(field, 'must be an object');
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new InvalidProblem(`${field}.${key}`, 'is not a known field');
  return value as Record<string, unknown>;
}

/** An integer from `min` to `max`, or the fallback when it is left out. */
export function readInteger(
  value: unknown,
  field: string,
  range: { min?: number; max?: number; fallback?: number } = {},
): number {
  if (value === undefined && range.fallback !== undefined) return range.fallback;
  const { min = 0, max = UNBOUNDED } = range;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new InvalidProblem(field, `must be an integer, not ${String(value)}`);
  if (value < min || value > max)
    throw new InvalidProblem(field, `must be from ${min} to ${max}, not ${value}`);
  return value;
}

/** Largest quantity: 1e9 of anything, so that sums over 5,000 jobs stay exact. */
const UNBOUNDED = 1_000_000_000;

/** A non-empty string. */
export function readName(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '')
    throw new InvalidProblem(field, 'must be a non-empty string');
  return value;
}

/** A list, empty when it is left out. */
export function readList(value: unknown, field: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new InvalidProblem(field, 'must be a list');
  return value;
}

/** A list of distinct non-empty strings. */
export function readNames(value: unknown, field: string): readonly string[] {
  const names = readList(value, field).map((name, i) => readName(name, `${field}[${i}]`));
  refuseRepeated(names, field);
  return Object.freeze(names);
}

/** One of a closed list of words. */
export function readWord<T extends string>(
  value: unknown,
  field: string,
  words: readonly T[],
  fallback?: T,
): T {
  if (value === undefined && fallback !== undefined) return fallback;
  const found = words.find((word) => word === value);
  if (found === undefined)
    throw new InvalidProblem(field, `must be one of ${words.join(', ')}, not ${String(value)}`);
  return found;
}

/** Refuses a list that names something twice. */
export function refuseRepeated(names: readonly string[], field: string): void {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    if (seen.has(name)) throw new InvalidProblem(`${field}[${i}]`, `repeats "${name}"`);
    seen.add(name);
  }
}
