import { stringify } from 'csv-stringify/sync';
import type { Answer } from './ask.ts';
import type { Measure } from './measure.ts';
import type { GroupName } from './question.ts';

/** An answer as a table: a line for each group, or one for the total without groups. Spreadsheets read it as UTF-8. */
export function answerAsCsv(
  { formula }: Measure,
  groupBy: readonly GroupName[],
  { total, rows }: Answer,
): string {
  const parts = formula.kind === 'breakdown' ? Object.keys(formula.parts) : [];
  const lines = groupBy.length === 0 ? [{ key: {}, ...total }] : rows;
  return stringify(
    [
      [...groupBy, 'value', 'n', ...parts, 'previousValue', 'previousN', 'change'],
      ...lines.map(({ key, ...line }) => [
        ...groupBy.map((name) => (key as Readonly<Record<string, string | null>>)[name] ?? ''),
        line.value ?? '',
        line.n,
        ...parts.map((part) => line.parts?.[part] ?? 0),
        line.previous?.value ?? '',
        line.previous?.n ?? '',
        line.change ?? '',
      ]),
    ],
    { bom: true, escape_formulas: true },
  );
}
