import * as z from 'zod';
import { defineEntity, save, type Table } from '../../../platform/table/index.ts';
import type { InvoiceColumns } from './read-invoice.ts';

const schema = z.object({
  organizationId: z.string(),
  providerId: z.string(),
  reference: z.string(),
  amount: z.string(),
});

type Stored = z.infer<typeof schema>;

/** Which columns the invoices of a provider have: those of the latest check that named them. */
export const invoiceColumnsEntity = defineEntity<Stored, Pick<Stored, 'organizationId' | 'providerId'>>({
  name: 'invoiceColumns',
  schema,
  partition: ({ organizationId }) => ({ organizationId, type: 'invoiceColumns', id: 'all' }),
  sort: ({ providerId }) => ({ kind: 'state', parts: [providerId] }),
});

/** The columns of a provider's invoices; those that a caller names are kept for the next one. */
export async function columnsOf(
  table: Table,
  of: { readonly organizationId: string; readonly providerId: string },
  named: InvoiceColumns | undefined,
): Promise<InvoiceColumns | undefined> {
  const stored = await table.get(invoiceColumnsEntity, of);
  if (!named) return stored?.value;
  // Of two who name them at once, one is kept; both checks use their own.
  await table.write([save(invoiceColumnsEntity, stored, { ...of, ...named })]);
  return named;
}
