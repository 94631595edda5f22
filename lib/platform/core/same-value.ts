import { isDeepStrictEqual } from 'node:util';

/** True when two JSON values are equal, with keys in any order; keys without a value count as absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(plain(a), plain(b));
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
