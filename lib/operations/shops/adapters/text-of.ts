/** The text of a value; undefined when there is none. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Whole cents of an amount such as `25.90`; undefined when it is none. */
export function centsIn(value: unknown): number | undefined {
  const text = textIn(value);
  return text !== undefined && /^\d{1,12}(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}

/** Milliseconds of an instant; undefined when it is none. */
export function instantIn(value: unknown): number | undefined {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** Fields that have a value. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The first sentences of what a shop answered, for the log. */
export function excerpt(body: unknown): string {
  return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, 300);
}
