import { readInstant } from '../core/read-instant.ts';
import type { ListPlace } from '../table/index.ts';

/** Where a page of a list starts: after this row, towards older or newer ones. */
export interface Cursor extends ListPlace {
  /** `older` follows `iterator`, `newer` follows `prevIterator`. */
  readonly towards: 'older' | 'newer';
}

/** Parses an iterator that a caller sent back; undefined when it is not one of ours. */
export function readCursor(iterator: string): Cursor | undefined {
  const [towards, at = '', id, ...rest] = Buffer.from(iterator, 'base64url').toString('utf8').split('|');
  if ((towards !== 'older' && towards !== 'newer') || !id || rest.length > 0) return undefined;
  return readInstant(at) === at ? { towards, at, id } : undefined;
}

/** The iterator that continues after a row; null when there is none. */
export function writeCursor(towards: Cursor['towards'], place: ListPlace | undefined): string | null {
  return place ? Buffer.from([towards, place.at, place.id].join('|')).toString('base64url') : null;
}
