import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { type SheetLimits, unfitSheet } from './sheet-extent.ts';

/** Largest content of a workbook once it is unpacked. Bytes. A small archive can hold much more than memory. */
const MAX_UNPACKED_BYTES = 120 * 1024 * 1024;

/** Rows of the first sheet of a workbook, or why it cannot be read. */
export type ExcelRows = { readonly rows: readonly (readonly string[])[] } | { readonly unfit: string };

/**
 * The cells of the first sheet of an Excel workbook (.xlsx) as texts: dates as `2026-03-05 14:30`, in local time as the
 * sheet shows them, and numbers without the digits that a spreadsheet adds.
 */
export async function readExcel(content: Uint8Array, limits: SheetLimits): Promise<ExcelRows> {
  const unpacked = unpackedBytes(content);
  if (unpacked === undefined) return { unfit: 'The file is not an Excel workbook that can be read.' };
  if (unpacked > MAX_UNPACKED_BYTES) {
    return { unfit: 'The Excel workbook is too large once it is unpacked. Save the sheet as CSV.' };
  }
  try {
    const why = unfitSheet(content, limits);
    if (why !== undefined) return unreadable(why);
    const rows = await readSheet(new Uint8Array(content).buffer);
    return { rows: rows.map((cells) => cells.map(textOf)) };
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}

function unreadable(why: string): ExcelRows {
  return { unfit: `The Excel workbook cannot be read (${why}). Save the sheet as CSV.` };
}

/** What the archive says that its content takes, without unpacking it; undefined when it is no archive. */
function unpackedBytes(content: Uint8Array): number | undefined {
  let bytes = 0;
  try {
    unzipSync(content, {
      filter: ({ originalSize }) => {
        bytes += originalSize;
        return false;
      },
    });
    return bytes;
  } catch {
    return undefined;
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return String(cell).trim();
}

/** A sheet has no time zones: its local time stands in the date as if it were UTC. Times alone are of day 0. */
function dateText(date: Date): string {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  const [day, clock] = [text.slice(0, 10), text.slice(11, 19)];
  if (day < '1900-01-02') return clock;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
