import type * as z from 'zod';

/**
 * A field that may be left out or be `null`, both meaning "not given": the contract's types are nullable.
 * Parsed as `undefined`. Where `null` clears a field (PATCH), use `.nullish()` and distinguish the two.
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}
