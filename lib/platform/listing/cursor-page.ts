import type { ListPlace } from '../table/index.ts';
import { type Cursor, writeCursor } from './cursor.ts';

/** A page, newest first, with the iterators of the pages around it. */
export interface CursorPage<Row> {
  readonly results: readonly Row[];
  /** Leads to the next older page; null when nothing older is left. */
  readonly iterator: string | null;
  /** Continues with items newer than this page, now or later; null while the list is empty. */
  readonly prevIterator: string | null;
  /** Whether nothing is left in the requested direction. */
  readonly done: boolean;
}

/** The page of an empty list. */
export function emptyPage(): CursorPage<never> {
  return { results: [], iterator: null, prevIterator: null, done: true };
}

/** Continues a list: rows after a position, nearest first; fewer than `limit` only at the end of the list. */
export type ReadOn<Row> = (from: {
  readonly towards: Cursor['towards'];
  /** Absent = from the newest row. */
  readonly after: ListPlace | undefined;
  readonly limit: number;
}) => Promise<readonly Row[]>;

/** Maximum number of rows that are searched for one page: some hundreds of read units. */
const LOOKED_THROUGH = 10_000;

/** Maximum number of rows that are read at a time. */
const LARGEST_READ = 2_000;

/**
 * A page of a list that is read where its cursor says, so that it costs what it returns and shows no row
 * twice while others are written, however long the list is. With a filter, a page ends after a maximum number
 * of searched rows, even if it is not full: its iterator continues from there.
 */
export async function cursorPage<Row extends ListPlace>(list: {
  readonly limit: number;
  /** Absent = the newest page. */
  readonly cursor: Cursor | undefined;
  readonly read: ReadOn<Row>;
  /** Filter of rows; absent = all. */
  readonly matches?: (row: Row) => boolean;
}): Promise<CursorPage<Row>> {
  const { limit, cursor, matches = () => true } = list;
  const towards = cursor?.towards ?? 'older';
  const found: Row[] = [];
  let place: ListPlace | undefined = cursor;
  let isAtEnd = false;
  // One row more than the page shows whether anything follows it.
  let size = limit + 1;
  for (let looked = 0; found.length <= limit && !isAtEnd && looked < LOOKED_THROUGH; looked += size) {
    if (looked > 0) size = Math.min(4 * size, LARGEST_READ);
    const rows = await list.read({ towards, after: place, limit: size });
    found.push(...rows.filter(matches));
    isAtEnd = rows.length < size;
    place = rows.at(-1) ?? place;
  }
  const isOver = found.length > limit;
  const nearestFirst = found.slice(0, limit);
  const end = isOver ? nearestFirst.at(-1) : place;
  const begin = nearestFirst[0] ?? cursor;
  const done = isAtEnd && !isOver;
  return towards === 'older'
    ? {
        results: nearestFirst,
        iterator: done ? null : writeCursor('older', end),
        prevIterator: writeCursor('newer', begin),
        done,
      }
    : {
        results: nearestFirst.toReversed(),
        iterator: writeCursor('older', begin),
        prevIterator: writeCursor('newer', end),
        done,
      };
}
