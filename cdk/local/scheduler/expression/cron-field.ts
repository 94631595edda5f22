/** Allowed values of a field of a cron expression. */
export interface FieldBounds {
  readonly first: number;
  readonly last: number;
  /** Names of the values from `first` on, such as JAN or SUN. */
  readonly names?: readonly string[];
}

/** The values of a field made of `*`, numbers, names, ranges, lists and steps; undefined for anything else. */
export function parseCronField(text: string, bounds: FieldBounds): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step, ...more] = part.split('/');
    const by = step === undefined ? 1 : parseNumber(step);
    const span = parseSpan(range, step !== undefined, bounds);
    if (span === undefined || by === undefined || by < 1 || more.length > 0) return undefined;
    for (const [index, value] of span.entries()) if (index % by === 0) values.add(value);
  }
  return values;
}

/** One value of a field, by number or name; undefined when it is out of bounds. */
export function parseCronValue(text: string, { first, last, names = [] }: FieldBounds): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? first + named : parseNumber(text);
  return value !== undefined && value >= first && value <= last ? value : undefined;
}

/** A range may wrap around the end of the field (`FRI-MON`, `22-2`); a start with a step runs to the end (`5/10`). */
function parseSpan(text: string, hasStep: boolean, bounds: FieldBounds): readonly number[] | undefined {
  const { first, last } = bounds;
  if (text === '*') return sequence(first, last, bounds);
  const [fromText = '', toText, ...more] = text.split('-');
  const from = parseCronValue(fromText, bounds);
  if (from === undefined || more.length > 0) return undefined;
  if (toText === undefined) return hasStep ? sequence(from, last, bounds) : [from];
  const to = parseCronValue(toText, bounds);
  return to === undefined ? undefined : sequence(from, to, bounds);
}

function sequence(from: number, to: number, { first, last }: FieldBounds): readonly number[] {
  const size = last - first + 1;
  const length = (to - from + size) % size;
  return Array.from({ length: length + 1 }, (_, index) => first + ((from - first + index) % size));
}

function parseNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
