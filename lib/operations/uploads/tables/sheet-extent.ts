import { strFromU8, unzipSync } from 'fflate';

/** Places of a sheet that are read at most; the first row has the names of the columns. */
export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
}

/** Rows of a sheet as spreadsheets count them, with those that are only formatted. */
const MAX_NUMBERED_ROWS = 1_048_576;

/** A tag of a row or a cell in the form in which spreadsheets write it: its attributes, and whether it is empty. */
const TAG = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])(?:((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>)?/g;

const PLACE = /[\s:]r="([^"]*)"/g;

/**
 * Why no sheet of a workbook can be read, by the places of its rows and cells; undefined when all can. The reader fills
 * every place before a cell, so a cell far away costs gigabytes in a file of 2 kB. What is not written as spreadsheets
 * write it is refused, so that no place is understood here in another way than by the reader.
 */
export function unfitSheet(content: Uint8Array, limits: SheetLimits): string | undefined {
  const parts = unzipSync(content, { filter: ({ name }) => name.endsWith('.xml') });
  for (const bytes of Object.values(parts)) {
    for (const [, tag, attributes, empty] of strFromU8(bytes).matchAll(TAG)) {
      const places = [...(attributes ?? '').matchAll(PLACE)].map(([, place = '']) => place);
      if (attributes === undefined || places.length > 1) return 'it has rows or cells in an unknown form';
      const [place] = places;
      if (place === undefined) continue;
      const unfit = unfitPlace(tag === 'c', place, empty === '/', limits);
      if (unfit !== undefined) return unfit;
    }
  }
  return undefined;
}

function unfitPlace(
  isCell: boolean,
  place: string,
  isEmpty: boolean,
  { rows, columns }: SheetLimits,
): string | undefined {
  const [, letters, digits] = (isCell ? /^([A-Z]{1,3})(\d{1,7})$/ : /^()(\d{1,7})$/).exec(place) ?? [];
  if (letters === undefined || Number(digits) > MAX_NUMBERED_ROWS)
    return `"${place.slice(0, 20)}" is no place`;
  if (!isCell || isEmpty) return undefined;
  if (Number(digits) > rows) return `${place} has a value, but at most ${rows} rows can be read`;
  return columnOf(letters) > columns
    ? `${place} has a value, but at most ${columns} columns can be read`
    : undefined;
}

function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
