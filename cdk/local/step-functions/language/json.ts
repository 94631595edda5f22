/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Any value as JSON: `undefined` becomes null, dates become text. Throws on cycles. */
export function toJson(value: unknown): Json {
  return parseJson(JSON.stringify(value) ?? 'null');
}

/** `JSON.parse`, typed. Throws SyntaxError. */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** Whether two values are equal as JSON, whatever the order of their keys. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index] ?? null));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] ?? null, b[key] ?? null))
  );
}
