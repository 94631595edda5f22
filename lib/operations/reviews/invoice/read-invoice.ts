import type { Refusal } from '../../../platform/core/refusal.ts';
import { centsOf, NoTable, openTable } from '../../uploads/index.ts';
import { invoiceUnfit } from '../refusals.ts';

/** Maximum number of lines of an invoice: they are kept with the check. */
export const MAX_LINES = 3_000;

/** Longest reference that is kept. Characters. */
const MAX_REFERENCE = 64;

/** Which columns of a carrier's file have what is needed. */
export interface InvoiceColumns {
  readonly reference: string;
  readonly amount: string;
}

/** A line of an invoice. */
export interface InvoiceLine {
  /** Number of the row in the file; the names of the columns are row 1. */
  readonly row: number;
  readonly reference: string;
  readonly amountCents: number;
}

/** The lines of a carrier's invoice; rows without a reference, such as totals, are left out. */
export async function readInvoice(
  content: string,
  columns: InvoiceColumns | undefined,
): Promise<readonly InvoiceLine[] | Refusal> {
  try {
    const table = await openTable(bytesOf(content));
    const named = `The file has the columns ${table.columns.map((name) => `"${name}"`).join(', ')}.`;
    if (!columns)
      return invoiceUnfit(`Send which columns have the reference and the amount as "columns". ${named}`, {});
    const places = [columns.reference, columns.amount].map((name) => table.columns.indexOf(name));
    const missing = [columns.reference, columns.amount].find((_, index) => places[index] === -1);
    if (missing !== undefined) return invoiceUnfit(`There is no column "${missing}". ${named}`, {});
    const lines: InvoiceLine[] = [];
    let row = 1;
    for await (const cells of table.rows) {
      row += 1;
      const [reference = '', amount = ''] = places.map((place) => cells[place]?.trim() ?? '');
      if (reference === '') continue;
      const amountCents = centsOf(amount, amount.includes(',') && !amount.includes('.'));
      if (amountCents === undefined)
        return invoiceUnfit(
          `Row ${row} has "${amount}" in "${columns.amount}", which is not an amount. Correct it.`,
          { row },
        );
      lines.push({ row, reference: reference.slice(0, MAX_REFERENCE), amountCents });
      if (lines.length > MAX_LINES)
        return invoiceUnfit(`The file has more than ${MAX_LINES} lines. Send it in parts.`, { row });
    }
    if (lines.length > 0) return lines;
    return invoiceUnfit(`No row has anything in "${columns.reference}". Name another column.`, {});
  } catch (error) {
    if (error instanceof NoTable) return invoiceUnfit(error.message, {});
    throw error;
  }
}

async function* bytesOf(content: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(content);
}
