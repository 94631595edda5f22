import type { Order } from '../../ordering/orders/index.ts';
import type { OrderItem } from './order-item.ts';
import type { RoutedDelivery } from './routed-delivery.ts';

type Item = NonNullable<Order['items']>[number];
type Part = Pick<Item, 'id' | 'description' | 'count' | 'valueCents' | 'barcode' | 'category'> & {
  readonly sku?: string | undefined;
  readonly subItems?: readonly Part[] | undefined;
};
type Progress = Pick<OrderItem, 'status' | 'statusHistory' | 'statusMetadata'>;

/** The items of an order with what became of them: what its delivery says, except for items that were not found. */
export function renderItems(items: readonly Item[], delivery: RoutedDelivery | null): readonly OrderItem[] {
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
