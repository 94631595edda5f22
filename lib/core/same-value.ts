import { isDeepStrictEqual } from 'node:util';

/** True when two JSON values are equal: keys in any order, keys without a value as if they were not there. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(plain(a), plain(b));
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
