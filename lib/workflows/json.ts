/** Plain data, as JSON carries it. An absent optional property may be undefined, as it is never written. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of plain data. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Names that lead from a value into the language's own objects. They never resolve and are never written. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True for a name that must not be used as a key or a path segment. */
export function isForbiddenName(name: string): boolean {
  return FORBIDDEN_NAMES.has(name);
}

/** True for an object that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own property `name` of a value, or undefined. Of a list, only an index is a property. Nothing inherited
 * is ever seen, so a path drawn by a merchant cannot leave the data.
 */
export function own(value: unknown, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || FORBIDDEN_NAMES.has(name)) return undefined;
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,5})$/.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}

/** Follows `segments` from a value by own properties only; undefined where the way ends. */
export function readPath(value: unknown, segments: readonly string[]): Json | undefined {
  let here = value;
  for (const segment of segments) {
    here = own(here, segment);
    if (here === undefined || here === null) break;
  }
  return here as Json | undefined;
}

/** Why `measureJson` gave up, or how many characters the value takes. */
export type Measure = { readonly characters: number } | { readonly excess: 'depth' | 'size' };

/**
 * Rough number of characters of JSON that a value takes (escapes are not counted), stopping at the first bound
 * that is passed. Cheaper than writing the JSON, and safe on nesting that would exhaust the stack.
 */
export function measureJson(value: unknown, maxCharacters: number, maxDepth: number): Measure {
  let characters = 0;
  let excess: 'depth' | 'size' | undefined;
  const visit = (item: unknown, depth: number): void => {
    if (excess !== undefined) return;
    if (typeof item === 'string') characters += item.length + 2;
    else if (typeof item !== 'object' || item === null) characters += 5;
    else if (depth >= maxDepth) excess = 'depth';
    else if (Array.isArray(item)) {
      characters += 2 + item.length;
      if (characters <= maxCharacters) for (const child of item) visit(child, depth + 1);
    } else {
      characters += 2;
      for (const key of Object.keys(item)) {
        characters += key.length + 4;
        visit((item as Record<string, unknown>)[key], depth + 1);
        if (excess !== undefined) return;
      }
    }
    if (characters > maxCharacters) excess ??= 'size';
  };
  visit(value, 0);
  return excess === undefined ? { characters } : { excess };
}
