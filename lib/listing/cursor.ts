import { readInstant } from '../core/read-instant.ts';
import type { ListPlace } from '../table/index.ts';

/** Where a page of a list begins: beyond this row, going to older or to newer ones. */
export interface Cursor extends ListPlace {
  /** `older` follows `iterator`, `newer` follows `prevIterator`. */
  readonly towards: 'older' | 'newer';
}

/** Reads an iterator that a caller sent back; undefined when it is none of ours. */
export function readCursor(iterator: string): Cursor | undefined {
  const [towards, at = '', id, ...rest] = Buffer.from(iterator, 'base64url').toString('utf8').split('|');
  if ((towards !== 'older' && towards !== 'newer') || !id || rest.length > 0) return undefined;
  return readInstant(at) === at ? { towards, at, id } : undefined;
}

/** The iterator that leads on from a row; null when there is none to lead on from. */
export function writeCursor(towards: Cursor['towards'], place: ListPlace | undefined): string | null {
  return place ? Buffer.from([towards, place.at, place.id].join('|')).toString('base64url') : null;
}
