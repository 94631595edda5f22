import { stringify } from 'csv-stringify/sync';

/**
 * A CSV table with a byte order mark, by which spreadsheets recognize UTF-8. Cells that look like formulas get a
 * leading quote, which reading the file removes again.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return stringify([[...header], ...rows.map((row) => [...row])], { bom: true, escape_formulas: true });
}
