import { InvalidProblem } from './invalid-problem.ts';
import { LARGEST_QUANTITY } from './problem.ts';

/** Refuses anything but a plain object, and any unknown key: nothing is accepted and then ignored. */
export function readObject(value: unknown, field: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidProblem(field, `must be an object, not ${shown(value)}`);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw new InvalidProblem(`${field}.${key}`, `is not a known field here; known are ${known.join(', ')}`);
  return value as Record<string, unknown>;
}

/** An integer from `min` to `max`, or the fallback when it is left out. */
export function readInteger(
  value: unknown,
  field: string,
  range: { min?: number; max?: number; fallback?: number } = {},
): number {
  if (value === undefined && range.fallback !== undefined) return range.fallback;
  const { min = 0, max = LARGEST_QUANTITY } = range;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new InvalidProblem(field, `must be an integer, not ${shown(value)}`);
  if (value < min || value > max)
    throw new InvalidProblem(field, `must be from ${min} to ${max}, not ${value}`);
  return value;
}

/** A limit: a non-negative integer. None when it is left out or beyond every quantity. */
export function readLimit(value: unknown, field: string): number {
  const limit = readInteger(value, field, { max: Number.MAX_SAFE_INTEGER, fallback: LARGEST_QUANTITY });
  return limit >= LARGEST_QUANTITY ? Number.POSITIVE_INFINITY : limit;
}

/** A non-empty string. */
export function readName(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '')
    throw new InvalidProblem(field, `must be a non-empty string, not ${shown(value)}`);
  return value;
}

/** A list, empty when it is left out. */
export function readList(value: unknown, field: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new InvalidProblem(field, `must be a list, not ${shown(value)}`);
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
    throw new InvalidProblem(field, `must be one of ${words.join(', ')}, not ${shown(value)}`);
  return found;
}

/** Refuses a list that names something twice; `key` is the field of its entries that holds the name. */
export function refuseRepeated(names: readonly string[], field: string, key = ''): void {
  const first = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    const other = first.get(name);
    if (other !== undefined)
      throw new InvalidProblem(
        `${field}[${i}]${key}`,
        `"${name}" is that of ${field}[${other}] too; each must have its own`,
      );
    first.set(name, i);
  }
}

/** Refuses an unknown name. `known` are the existing names, `kind` the kind of thing that they name. */
export function readKnown<T>(value: unknown, field: string, known: ReadonlyMap<string, T>, kind: string): T {
  const name = readName(value, field);
  const found = known.get(name);
  if (found !== undefined) return found;
  const some = [...known.keys()].slice(0, MAX_NAMED).map((other) => `"${other}"`);
  const more = known.size > some.length ? ` and ${known.size - some.length} more` : '';
  const there = known.size === 0 ? 'there is none' : `there are ${some.join(', ')}${more}`;
  throw new InvalidProblem(field, `"${name}" is not a ${kind}; ${there}`);
}

/** Maximum number of names that a refusal lists. */
const MAX_NAMED = 5;

/** A value as a refusal shows it, shortened. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN)) : String(value);
}

/** Maximum number of characters of a string that are shown. */
const MAX_SHOWN = 60;
