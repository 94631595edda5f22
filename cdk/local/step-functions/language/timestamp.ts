/** RFC 3339 with upper-case T and Z, as the ASL specification requires. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Milliseconds since the epoch, or undefined when `text` is not a timestamp. Fractions of a millisecond are cut off.
 */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || !TIMESTAMP.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
