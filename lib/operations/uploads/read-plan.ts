import { ownValue } from '../../platform/core/own-value.ts';
import { guessMapping, type Mapping } from './columns/guess-mapping.ts';
import { importColumn, METADATA } from './columns/import-columns.ts';
import { type DateOrder, dateOrderOf } from './rows/read-moment.ts';
import { isNumber, type ReadingPlan, readRow, unescaped } from './rows/read-row.ts';
import type { OpenTable } from './tables/read-table.ts';

/** How a caller wants a file to be read; what is absent is found out from the file. */
export interface PlanOptions {
  readonly mapping?: Mapping | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly timeZone: string;
  readonly dateOrder?: DateOrder | undefined;
}

/** Rows from which a guess is checked. */
const CHECKED = 100;

/** How a file is read, and what only a person can say. */
export interface PlannedReading {
  readonly plan: ReadingPlan;
  /** Columns whose dates can be read in two ways, such as 03/05/2026. Empty = nothing is open. */
  readonly ambiguousDates: readonly string[];
}

/**
 * Decides how the rows of a table are read, from its column names and its first rows. A guessed column whose cells can
 * never be used fills nothing: a guess must not make orders invalid. `rows` are the first rows of the table.
 */
export function planReading(
  { columns, fileType, delimiter }: Pick<OpenTable, 'columns' | 'fileType' | 'delimiter'>,
  rows: readonly (readonly string[])[],
  options: PlanOptions,
  nowMs: number,
): PlannedReading {
  const decimalComma = fileType === 'csv' && delimiter === ';';
  const planOf = (mapping: Mapping) => {
    const { dateOrder, ambiguous } = orderOfDates(columns, rows, mapping, options.dateOrder);
    const plan: ReadingPlan = {
      ...{ mapping, values: options.values ?? {}, timeZone: options.timeZone, decimalComma, dateOrder },
      numericMetadata: numericMetadata(columns, rows, mapping),
    };
    return { plan, ambiguousDates: ambiguous };
  };
  if (options.mapping) return planOf(options.mapping);
  const guessed = planOf(guessMapping(columns, rows));
  const unfit = unfitColumns(columns, rows.slice(0, CHECKED), guessed.plan, nowMs);
  if (unfit.size === 0) return guessed;
  const kept = Object.entries(guessed.plan.mapping).map(([column, field]) => [
    column,
    unfit.has(column) ? null : field,
  ]);
  return planOf(Object.fromEntries(kept));
}

/** Columns all of whose cells are unfit for the guessed field: they cannot be read, or are times that have passed. */
function unfitColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  plan: ReadingPlan,
  nowMs: number,
): ReadonlySet<string> {
  const filled = new Map<string, number>();
  const wrong = new Map<string, number>();
  const count = (counts: Map<string, number>, column: string) =>
    counts.set(column, (counts.get(column) ?? 0) + 1);
  for (const cells of rows) {
    const { data, errors, columnOf } = readRow(columns, cells, plan, nowMs);
    const past = [...columnOf].filter(([field]) => isPast(field, data, nowMs)).map(([, column]) => column);
    for (const column of columnOf.values()) count(filled, column);
    for (const column of new Set([...errors.map((error) => error.column), ...past])) count(wrong, column);
  }
  return new Set(
    [...wrong].filter(([column, times]) => times === filled.get(column)).map(([column]) => column),
  );
}

/** Whether the times that a column gives are over. */
function isPast(field: string, data: Readonly<Record<string, unknown>>, nowMs: number): boolean {
  const kind = importColumn(field)?.kind;
  if (kind !== 'time' && kind !== 'day' && kind !== 'window') return false;
  const side = field.startsWith('pickup') ? 'pickup' : 'dropoff';
  const names = kind === 'time' ? [field] : [`${side}StartTime`, `${side}EndTime`];
  const times = names.flatMap((name) => (typeof data[name] === 'string' ? [Date.parse(data[name])] : []));
  return times.length > 0 && times.every((time) => time < nowMs);
}

/** The order of day and month: as asked for, otherwise as the columns with dates tell, otherwise open. */
function orderOfDates(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  asked: DateOrder | undefined,
): { readonly dateOrder: DateOrder | null; readonly ambiguous: readonly string[] } {
  if (asked) return { dateOrder: asked, ambiguous: [] };
  const dated = columns.filter((column) => {
    const kind = importColumn(ownValue(mapping, column) ?? '')?.kind;
    return kind === 'time' || kind === 'day' || kind === 'window';
  });
  const found = dated.map((column) => ({ column, ...dateOrderOf(cellsOf(columns, rows, column)) }));
  const orders = new Set(found.flatMap(({ orders }) => [...orders]));
  const [only] = orders;
  if (only && orders.size === 1) return { dateOrder: only, ambiguous: [] };
  const open = found.filter(({ isAsked, orders }) => isAsked || orders.size > 0);
  return { dateOrder: null, ambiguous: open.map(({ column }) => column) };
}

/** Metadata fields whose cells are all numbers. */
function numericMetadata(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  mapping: Mapping,
): readonly string[] {
  return columns.flatMap((column) => {
    const field = ownValue(mapping, column) ?? '';
    if (!field.startsWith(METADATA)) return [];
    const cells = [...cellsOf(columns, rows, column)];
    return cells.length > 0 && cells.every(isNumber) ? [field] : [];
  });
}

function* cellsOf(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  column: string,
): Generator<string, void> {
  const place = columns.indexOf(column);
  for (const cells of rows) {
    const cell = unescaped(cells[place] ?? '');
    if (cell !== '') yield cell;
  }
}
