import * as z from 'zod';
import type { Order } from '../orders/index.ts';
import type { RoutedDelivery } from './routed-delivery.ts';

/** Statuses of an item: those of the delivery of its order. */
export const ITEM_STATUSES = ['pending', 'picked', 'delivered', 'failed', 'returned'] as const;

const text = z.string().nullable();
const amount = z.number().nullable();
const status = z.enum(ITEM_STATUSES);
const instant = text.meta({ override: { type: ['string', 'null'], format: 'date-time' } });

const fields = {
  id: text,
  description: text,
  count: amount,
  valueCents: amount.meta({ description: 'Cents.' }),
  barcode: text,
  sku: text,
  category: text,
  status,
  statusHistory: z.array(z.object({ status, createdAt: z.string() })),
  statusMetadata: z.object({
    pickedAt: instant.meta({ description: 'When the courier took it.' }),
    deliveredAt: instant,
    failedAt: instant,
    returnedAt: instant,
    failureReason: text.meta({
      description:
        "The provider's reason, or `not_found` for an item that the courier did not find at the pickup.",
    }),
    failureLocation: z.enum(['PICKUP', 'DROPOFF']).nullable().meta({
      description: 'Kind of stop at which it failed.',
    }),
  }),
};

/** An item of an order at a stop (contract: OrderItemSerializer). */
export const orderItem = z
  .object({
    ...fields,
    subItems: z.array(z.object(fields)).meta({ description: 'Its parts, at every depth.' }),
  })
  .meta({ id: 'RouteOrderItem' });

type Item = NonNullable<Order['items']>[number];
type Part = Pick<Item, 'id' | 'description' | 'count' | 'valueCents' | 'barcode' | 'category'> & {
  readonly sku?: string | undefined;
  readonly subItems?: readonly Part[] | undefined;
};
type Progress = Pick<z.infer<typeof orderItem>, 'status' | 'statusHistory' | 'statusMetadata'>;

/** The items of an order with what became of them: as its delivery says, but for those that were not found. */
export function renderItems(
  items: readonly Item[],
  delivery: RoutedDelivery | null,
): readonly z.infer<typeof orderItem>[] {
  const notFound = new Set(delivery?.notFound);
  const carried = progressOf(delivery);
  const missing = progressOf(delivery && leftBehind(delivery));
  const render = (part: Part) => {
    const {
      id = null,
      description = null,
      count = null,
      valueCents = null,
      barcode = null,
      sku = null,
    } = part;
    const isMissing = [id, sku, barcode].some((key) => key !== null && notFound.has(key));
    const { category = null } = part;
    return { id, description, count, valueCents, barcode, sku, category, ...(isMissing ? missing : carried) };
  };
  return items.map((item) => ({ ...render(item), subItems: partsOf(item).map(render) }));
}

function partsOf({ subItems = [] }: Part): readonly Part[] {
  return subItems.flatMap((part) => [part, ...partsOf(part)]);
}

/** What became of an item that was not found when the others were picked. */
function leftBehind({ pickedAt, deliveredAt, failedAt, ...delivery }: RoutedDelivery): RoutedDelivery {
  return {
    ...delivery,
    pickedAt: null,
    deliveredAt: null,
    returnedAt: null,
    failedAt: pickedAt ?? deliveredAt ?? failedAt,
    failureReason: 'not_found',
    failureLocation: 'PICKUP',
  };
}

function progressOf(delivery: RoutedDelivery | null): Progress {
  const { pickedAt = null, deliveredAt = null, failedAt = null, returnedAt = null } = delivery ?? {};
  const { failureReason = null, failureLocation = null } = delivery ?? {};
  const statusHistory = (
    [
      ['picked', pickedAt],
      ['failed', failedAt],
      ['delivered', deliveredAt],
      ['returned', returnedAt],
    ] as const
  ).flatMap(([status, createdAt]) => (createdAt === null ? [] : [{ status, createdAt }]));
  return {
    status: statusHistory.at(-1)?.status ?? 'pending',
    statusHistory,
    statusMetadata: { pickedAt, deliveredAt, failedAt, returnedAt, failureReason, failureLocation },
  };
}
