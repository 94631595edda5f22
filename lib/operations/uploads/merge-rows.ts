import { cutText } from '../../platform/core/cut-text.ts';
import type { CsvRow } from '../bulk/index.ts';
import type { CellError, ReadRow } from './rows/read-row.ts';

/** Order numbers that are remembered while a file is read: as many as it can have rows. */
type Seen = Map<string, number>;

/** A row of the file as it was read, with its index. */
export interface NumberedRow {
  readonly index: number;
  readonly row: ReadRow;
}

/** Characters of a value that a message shows. */
const SHOWN = 200;

/** Rows of one order that follow each other at most. */
const MAX_TOGETHER = 500;

/**
 * Rows of one order number that follow each other are one order: the first row has its fields, each row its item. A row
 * that says something else about the order than the first one, or whose number came up further above, is a mistake that
 * is reported; nothing is overwritten silently.
 */
export function mergeRows() {
  const seen: Seen = new Map();
  let group: NumberedRow[] = [];

  /** The finished rows of the group so far. */
  const close = (confirmHighValues: boolean): readonly CsvRow[] => {
    const finished = finish(group, confirmHighValues);
    group = [];
    return finished;
  };

  return {
    /** Takes the next row; returns the rows that are finished by it, in the order of the file. */
    add(next: NumberedRow, confirmHighValues: boolean): readonly CsvRow[] {
      const number = numberOf(next.row);
      const current = group[0] && numberOf(group[0].row);
      if (number !== undefined && number === current && group.length < MAX_TOGETHER) {
        group.push(next);
        return [];
      }
      const finished = close(confirmHighValues);
      const earlier = number === undefined ? undefined : seen.get(number);
      if (number !== undefined && earlier !== undefined) {
        const message = `The order ${cutText(number, SHOWN)} is in row ${earlier + 1} already. Put the rows of one order below each other, or remove this one.`;
        return [...finished, { data: null, message }];
      }
      if (number !== undefined) seen.set(number, next.index);
      group = [next];
      return finished;
    },
    end: close,
  };
}

function numberOf({ data }: ReadRow): string | undefined {
  const { externalId, id } = data;
  return typeof id === 'string' ? id : typeof externalId === 'string' ? externalId : undefined;
}

function finish(group: readonly NumberedRow[], confirmHighValues: boolean): readonly CsvRow[] {
  const [first, ...others] = group;
  if (!first) return [];
  const items = [...itemsOf(first.row)];
  const rest = others.map(({ row }): CsvRow => {
    const differing = differences(first.row, row);
    const wrong = [...wrongIn(row, true), ...differing];
    if (wrong.length > 0) return { data: null, message: toldOf(wrong) };
    const own = itemsOf(row);
    if (own.length === 0) {
      return {
        data: null,
        message: `It says the same as row ${first.index + 1} and has no item of its own.`,
      };
    }
    items.push(...own);
    return { data: null, message: null, mergedInto: first.index };
  });
  const wrong = wrongIn(first.row, confirmHighValues);
  if (wrong.length > 0) {
    const why = `Row ${first.index + 1}, which has the order itself, cannot be imported.`;
    return [
      { data: null, message: toldOf(wrong) },
      ...rest.map((one) => (one.mergedInto === undefined ? one : { data: null, message: why })),
    ];
  }
  return [{ data: { ...first.row.data, ...(items.length > 0 ? { items } : {}) }, message: null }, ...rest];
}

function wrongIn({ errors, confirm }: ReadRow, confirmHighValues: boolean): readonly CellError[] {
  return confirm && !confirmHighValues ? [...errors, confirm] : errors;
}

function toldOf(errors: readonly CellError[]): string {
  return errors
    .map((one) => `${one.column}: ${one.value === '' ? '' : `"${one.value}" `}${one.message}`)
    .join(' ');
}

function itemsOf({ data }: ReadRow): readonly unknown[] {
  return Array.isArray(data.items) ? data.items : [];
}

/** Fields of a further row of an order that it fills with something else than the first row. */
function differences(first: ReadRow, row: ReadRow): readonly CellError[] {
  return [...row.columnOf].flatMap(([field, column]) => {
    if (field === 'items' || field.startsWith('items.') || column === field) return [];
    const [before, now] = [first.data[field], row.data[field]];
    if (now === undefined || now === null || JSON.stringify(before) === JSON.stringify(now)) return [];
    const message = `is not what the first row of the order has (${cutText(JSON.stringify(before ?? null), SHOWN)}).`;
    return [{ column, field, value: cutText(String(now), SHOWN), message }];
  });
}
