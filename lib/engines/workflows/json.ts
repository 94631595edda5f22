import { FORBIDDEN_NAMES } from '../../platform/core/forbidden-names.ts';
import { ownEntry } from '../../platform/core/json-pointer.ts';

/** Plain data, as JSON carries it. An absent optional property may be undefined, as it is never written. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of plain data. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a name that must not be used as a key or a path segment. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN_NAMES.has(name);
}

/** True for an object that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own property `name` of a value, or undefined. Of a list, only an index is a property. Inherited properties are
 * never visible, so a path written by a merchant cannot leave the data.
 */
export function own(value: unknown, name: string): Json | undefined {
  return ownEntry(value, name) as Json | undefined;
}

/** Follows `segments` from a value by own properties only; undefined where the path ends. */
export function readPath(value: unknown, segments: readonly string[]): Json | undefined {
  let here = value;
  for (const segment of segments) {
    here = own(here, segment);
    if (here === undefined || here === null) break;
  }
  return here as Json | undefined;
}

/** Number of bytes that a value takes as JSON, or why `measureJson` stopped. */
export type Measure = { readonly bytes: number } | { readonly excess: 'depth' | 'size' };

/** Texts that JSON writes unchanged, a byte for each character: the usual case, recognized without writing anything. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Bytes of a text in JSON with its quotation marks and the character after it. */
function textBytes(text: string): number {
  return PLAIN.test(text) ? text.length + 3 : Buffer.byteLength(JSON.stringify(text)) + 1;
}

/**
 * Upper bound of the bytes of JSON that a value takes, stopping at the first bound that is exceeded. It is a few bytes
 * too many at worst, never too few. Cheaper than writing the JSON, and safe on nesting that would exhaust the stack.
 */
export function measureJson(value: unknown, maxBytes: number, maxDepth: number): Measure {
  let bytes = 0;
  let excess: 'depth' | 'size' | undefined;
  const visit = (item: unknown, depth: number): void => {
    if (typeof item === 'string') bytes += textBytes(item);
    else if (typeof item === 'number') bytes += String(item).length + 1;
    else if (typeof item !== 'object' || item === null) bytes += 6;
    else if (depth >= maxDepth) excess = 'depth';
    else if (Array.isArray(item)) {
      bytes += 3;
      for (const child of item) {
        if (excess !== undefined || bytes > maxBytes) break;
        visit(child, depth + 1);
      }
    } else {
      bytes += 3;
      for (const key of Object.keys(item)) {
        if (excess !== undefined || bytes > maxBytes) break;
        bytes += textBytes(key);
        visit((item as Record<string, unknown>)[key], depth + 1);
      }
    }
    if (bytes > maxBytes) excess ??= 'size';
  };
  visit(value, 0);
  return excess === undefined ? { bytes } : { excess };
}
