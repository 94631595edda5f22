import { formatOf, plainName } from '../formats/index.ts';
import { IMPORT_COLUMNS, type ImportColumn, METADATA } from './import-columns.ts';

/** Which field each column fills; null = none. */
export type Mapping = Readonly<Record<string, string | null>>;

/**
 * The fields that column names suggest, each once: those of a known program's file first, then exact names, then
 * synonyms. `rows` are the first rows: a column is an order's own id only where its cells look like one.
 */
export function guessMapping(columns: readonly string[], rows: readonly (readonly string[])[]): Mapping {
  const mapping = new Map<string, string | null>();
  const taken = new Set<string>();
  const fill = (column: string, field: string) => {
    mapping.set(column, field);
    taken.add(field);
  };
  const known = new Map(
    Object.entries(formatOf(columns)?.columns ?? {}).map(([name, field]) => [plainName(name), field]),
  );
  for (const column of columns) {
    const field = known.get(plainName(column));
    if (field === undefined) continue;
    if (field === null || taken.has(field)) mapping.set(column, null);
    else fill(column, field);
  }
  const isOrderId = (column: string) => {
    const cells = rows.map((cells) => cells[columns.indexOf(column)] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => cell.startsWith('ord_'));
  };
  const take = (fits: (one: ImportColumn, name: string) => boolean) => {
    for (const column of columns) {
      if (mapping.has(column)) continue;
      const name = plainName(column);
      const found = IMPORT_COLUMNS.find(
        (one) => !taken.has(one.field) && fits(one, name) && (one.kind !== 'id' || isOrderId(column)),
      );
      if (found) fill(column, found.field);
    }
  };
  take((one, name) => plainName(one.field) === name);
  take((one, name) => plainName(one.label) === name);
  take((one, name) => one.also.includes(name));
  for (const column of columns) {
    if (mapping.has(column)) continue;
    const isMetadata = /^ordermetadata[ ._-]?\S/i.test(column);
    mapping.set(
      column,
      isMetadata ? METADATA + column.slice('orderMetadata'.length).replace(/^[ ._-]/, '') : null,
    );
  }
  return Object.fromEntries(columns.map((column) => [column, mapping.get(column) ?? null]));
}
