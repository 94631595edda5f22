import { readShop } from '../../../lib/operations/shops/index.ts';
import type { Order } from '../../../lib/ordering/orders/index.ts';
import { recurringOrderEntity } from '../../../lib/ordering/recurring/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import type { Table } from '../../../lib/platform/table/index.ts';
import type { ExplanationEntry } from '../../../lib/reactions/automations/index.ts';

/** The shop or the recurring order that an order comes from; none for others. At most 2 calls. */
export async function explainOrigin(
  table: Table,
  { organizationId, createdAt: at, shop, recurring }: Order,
): Promise<ExplanationEntry[]> {
  const entries: ExplanationEntry[] = [];
  if (shop) {
    const found = await readShop(table, organizationId, shop.id);
    const name = isRefusal(found) ? 'A shop that is no longer connected' : found.value.name;
    entries.push({
      at,
      by: { type: 'shop', id: shop.id, name },
      what: 'The order came from a shop.',
      code: 'FROM_SHOP',
      values: {},
      because: [
        {
          code: 'ORDER_OF_SHOP',
          text: `It is the order ${shop.orderId} of "${name}".`,
          values: { shopOrderId: shop.orderId },
        },
      ],
    });
  }
  if (recurring) {
    const { id, date } = recurring;
    const found = await table.get(recurringOrderEntity, { organizationId, id });
    const name = found?.value.name ?? 'A recurring order that is no longer kept';
    entries.push({
      at,
      by: { type: 'recurring_order', id, name },
      what: 'The order was created by a recurring order.',
      code: 'FROM_RECURRING_ORDER',
      values: {},
      because: [
        {
          code: 'OCCURRENCE',
          text: `It is the occurrence of ${date} of "${name}".`,
          values: { date, rrule: found?.value.rrule ?? null },
        },
      ],
    });
  }
  return entries;
}
