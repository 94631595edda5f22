/** A place in a message, and what is there. */
export interface Place {
  /** JSON pointer. */
  readonly pointer: string;
  readonly text: string;
}

/** Places of a message that are offered. */
const MOST = 300;
/** Characters of a value beside its place. */
const SHOWN = 60;

/** The values of a message with their places; or its lists, and how long they are. Of a list, the first element counts. */
export function placesOf(sample: unknown, wanted: 'values' | 'lists' = 'values'): readonly Place[] {
  const places: Place[] = [];
  const walk = (value: unknown, pointer: string) => {
    if (places.length >= MOST) return;
    if (Array.isArray(value)) {
      if (wanted === 'lists') places.push({ pointer, text: `(${value.length})` });
      walk(value[0], `${pointer}/0`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) walk(child, `${pointer}/${escaped(name)}`);
    } else if (wanted === 'values' && value !== undefined && pointer !== '') {
      places.push({ pointer, text: String(value).slice(0, SHOWN) });
    }
  };
  if (typeof sample === 'object') walk(sample, '');
  return places;
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * What a sample has at a place: the value itself, or as a text. A text with pointers in braces is filled in, and one
 * without is the value.
 */
export function readSource(sample: unknown, source: string, as: 'value' | 'text'): unknown {
  const at = (pointer: string) => {
    let value = sample;
    for (const part of pointer.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    }
    return value;
  };
  if (as === 'value') return at(source);
  const shown = (value: unknown) =>
    value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  if (source.startsWith('/')) return shown(at(source));
  return source.replaceAll(/\{(\/[^{}]*)\}/g, (_, pointer: string) => shown(at(pointer)));
}
