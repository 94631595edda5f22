import type { Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { memberEntity, occurrenceEntity, occurrencePartition } from './occurrence.ts';
import { windowInUse } from './refusals.ts';
import type { DeliveryWindow } from './window.ts';

/** Maximum number of orders in a refusal. */
const SHOWN = 20;

/** Refuses to delete a window with booked orders that are still to be dispatched. */
export async function refuseInUse(table: Table, window: DeliveryWindow): Promise<Refusal | undefined> {
  const { organizationId, id } = window;
  const occurrences = await table.lookup(occurrenceEntity, organizationId, id);
  const open = occurrences.filter(({ value }) => value.state === 'open');
  const usedBy: string[] = [];
  for (const { value } of open) {
    const members = await table.readLog(memberEntity, occurrencePartition(value), { limit: SHOWN });
    usedBy.push(...members.map((member) => member.value.orderId));
    if (usedBy.length >= SHOWN) break;
  }
  if (usedBy.length === 0) return undefined;
  return windowInUse(
    `Orders are booked into the delivery window ${id}: ${usedBy.slice(0, 5).join(', ')}. Revoke their bookings, or disable the window.`,
    { usedBy: usedBy.slice(0, SHOWN), id },
  );
}
