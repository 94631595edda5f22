/** RFC 3339 with upper-case T and Z, as the ASL specification demands. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch, or undefined when `text` is not a timestamp. Below milliseconds is cut off. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || !TIMESTAMP.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
