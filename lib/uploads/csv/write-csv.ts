import { stringify } from 'csv-stringify/sync';

/**
 * A CSV table with a byte order mark, which spreadsheets take UTF-8 from. Cells that they would take for formulas begin
 * with a quote; reading the file takes it off again.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return stringify([[...header], ...rows.map((row) => [...row])], { bom: true, escape_formulas: true });
}
