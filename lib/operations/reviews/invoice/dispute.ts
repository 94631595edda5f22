import { type ActivityActor, activityNotFound, readActivity } from '../../../platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Table } from '../../../platform/table/index.ts';
import { writeCsv } from '../../uploads/index.ts';
import { type CheckedLine, disputedOf } from './check-invoice.ts';

/** Why a line is disputed, in words for the carrier. */
const REASONS: Readonly<Partial<Record<CheckedLine['verdict'], string>>> = {
  dearer: 'Dearer than quoted',
  unknown: 'No delivery of yours has this reference',
  twice: 'The delivery is on the invoice already',
};

/** The disputed lines of a checked invoice as a table for the carrier; undefined while the check is under way. */
export async function disputeOf(
  table: Table,
  actor: ActivityActor,
  id: string,
): Promise<{ readonly name: string; readonly csv: string } | Refusal> {
  const found = await readActivity(table, actor, id);
  if (isRefusal(found)) return found;
  const { action, status } = found.stored.value;
  if (action !== 'act_check_invoice' || found.result === null) {
    return activityNotFound(`There is no checked invoice with the id "${id}" (${status}).`, { id });
  }
  const { name, currency, lines } = found.result as unknown as {
    readonly name: string;
    readonly currency: string;
    readonly lines: readonly CheckedLine[];
  };
  const amount = (cents: number) => (cents / 100).toFixed(2);
  const csv = writeCsv(
    ['Row', 'Reference', 'Reason', 'Invoiced', 'Expected', 'Difference', 'Currency', 'Our delivery'],
    disputedOf(lines).map(({ row, reference, verdict, invoicedCents, expectedCents, deliveryId }) => [
      ...[row, reference, REASONS[verdict] ?? verdict],
      ...[amount(invoicedCents), amount(expectedCents), amount(invoicedCents - expectedCents)],
      ...[currency, deliveryId ?? ''],
    ]),
  );
  return { name, csv };
}
