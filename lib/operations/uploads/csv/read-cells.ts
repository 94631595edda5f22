import { orderInput } from '../../../ordering/orders/index.ts';
import { describeIssues } from '../../../platform/core/describe-issues.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { instantOfLocal } from '../../../platform/core/zoned-time.ts';
import { type CellKind, type Mapping, METADATA, orderColumn } from './order-columns.ts';

/** What is wrong with a cell. */
export interface CellError {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

/** A row as the body of an order, or the errors in its cells. */
export interface ReadRow {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly CellError[];
  /** The value is so high that somebody has to confirm it. */
  readonly confirm: CellError | undefined;
}

/** Values above this need a confirmation (specification 4.8.3). Cents. */
const CONFIRM_CENTS = 1_000_00;

/** Values above this are refused (specification 4.8.3). Cents. */
const REFUSE_CENTS = 100_000_00;

/** How cells are written. */
export interface CellFormat {
  /** That of times without a zone. */
  readonly timeZone: string;
  /** Decimals follow a comma, as in files whose cells are separated by semicolons. */
  readonly decimalComma: boolean;
}

/** Reads the cells of a row. */
export function readCells(
  columns: readonly string[],
  cells: readonly string[],
  mapping: Mapping,
  { timeZone, decimalComma }: CellFormat,
): ReadRow {
  const data: Record<string, unknown> = {};
  const errors: CellError[] = [];
  const columnOf = new Map<string, string>();
  let confirm: CellError | undefined;
  for (const [index, name] of columns.entries()) {
    const field = ownValue(mapping, name);
    const value = unescaped(cells[index] ?? '');
    if (!field || value === '') continue;
    columnOf.set(field, name);
    const read = READERS[orderColumn(field)?.kind ?? 'text'](value, { timeZone, decimalComma });
    const about = { column: name, field, value };
    if ('wrong' in read) errors.push({ ...about, message: read.wrong });
    else if (field === 'valueCents' && Number(read.value) > REFUSE_CENTS) {
      errors.push({ ...about, message: 'is above 100,000, the highest value that a package can have.' });
    } else {
      if (field === 'valueCents' && Number(read.value) > CONFIRM_CENTS) {
        confirm = { ...about, message: 'is above 1,000 and has to be confirmed.' };
      }
      put(data, field, read.value);
    }
  }
  if (columns.length < cells.length && cells.slice(columns.length).some((cell) => cell !== '')) {
    const value = cells[columns.length] ?? '';
    errors.push({
      ...{ column: `Column ${columns.length + 1}`, field: '', value },
      message: `The row has ${cells.length} cells, but the table has ${columns.length} columns. Quote cells that contain the separator.`,
    });
  }
  const parsed = orderInput.safeParse(data);
  if (!parsed.success) {
    for (const [field, message] of Object.entries(describeIssues(parsed.error.issues, data, ''))) {
      const [top = ''] = field.split(/[.[]/);
      const value = data[top];
      const column = columnOf.get(field) ?? columnOf.get(top) ?? field;
      errors.push({ column, field, value: value === undefined ? '' : String(value), message });
    }
  }
  return { data, errors, confirm };
}

type Read = { readonly value: unknown } | { readonly wrong: string };

const READERS: Readonly<Record<CellKind, (text: string, format: CellFormat) => Read>> = {
  text: (value) => ({ value }),
  list: (text) => ({
    value: text
      .split(/[|;,]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  }),
  whole: (text) =>
    /^[+-]?\d{1,15}$/.test(text) ? { value: Number(text) } : { wrong: 'is not a whole number, such as 3.' },
  decimal: (text, { decimalComma }) => {
    const number = decimalOf(text, decimalComma);
    return number === undefined ? { wrong: 'is not a number, such as 2.5.' } : { value: number };
  },
  money: (text, { decimalComma }) => {
    const number = decimalOf(text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, ''), decimalComma);
    const cents = (number ?? 0) * 100;
    if (number === undefined || number < 0 || Math.abs(cents - Math.round(cents)) > 1e-6)
      return { wrong: 'is not an amount, such as 25.90.' };
    return { value: Math.round(cents) };
  },
  time: (text, { timeZone }) => {
    const instant = readInstant(text);
    if (instant === undefined) return { wrong: 'is not a date and time, such as 2026-03-05 14:30.' };
    const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim());
    return { value: hasZone ? instant : instantOfLocal(instant.slice(0, 19), timeZone) };
  },
};

/**
 * `1234.5`, `1,234.50`, `1.234,50` or `1234,5`; undefined for anything else. A comma before three digits separates
 * thousands, unless decimals follow commas.
 */
function decimalOf(text: string, decimalComma: boolean): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0']/g, '');
  if (decimalComma && /^[+-]?\d+,\d+$/.test(plain)) return Number(plain.replace(',', '.'));
  if (/^[+-]?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (/^[+-]?\d+,\d+$/.test(plain)) return Number(plain.replace(',', '.'));
  return undefined;
}

/** A cell without the quote that keeps spreadsheets from reading it as a formula. */
function unescaped(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

function put(data: Record<string, unknown>, field: string, value: unknown): void {
  if (!field.startsWith(METADATA)) data[field] = value;
  else data.orderMetadata = { ...(data.orderMetadata as object), [field.slice(METADATA.length)]: value };
}
