import { type Order, orderInput } from '../../ordering/orders/index.ts';
import { describeIssues } from '../../platform/core/describe-issues.ts';
import { composeAddresses, type RowFields } from '../bulk/index.ts';
import { shopAdapters } from './adapters/index.ts';
import type { ReadingContext, ReadMessage } from './adapters/shop-adapter.ts';
import type { Shop } from './shop.ts';
import type { TakeDeps } from './take-deps.ts';

/** What a message of a shop reports. */
export function readNews(shop: Shop, message: ReadMessage, context: ReadingContext) {
  return shopAdapters[shop.adapter].read(message, context);
}

/** The order of a shop in the fields of a request: what the message leaves open is as the connection says. */
export function withDefaults(shop: Shop, shopOrderId: string, fields: RowFields): RowFields {
  const { pickupStoreLocationId, dispatchStrategyId, deliveryMode } = shop;
  const hasTimes = Object.entries(fields).some(
    ([name, value]) => /Time$|^deliveryWindowId$/.test(name) && value !== null && value !== undefined,
  );
  const hasPickup = Object.keys(fields).some((name) => /^pickup(?:Address|PlaceId|.*Store|Zone)/.test(name));
  return {
    externalId: `${shop.id}:${shopOrderId}`,
    ...(pickupStoreLocationId && !hasPickup ? { pickupStoreLocationId } : {}),
    ...(dispatchStrategyId ? { dispatchStrategyId } : {}),
    deliveryMode: deliveryMode ?? (hasTimes ? 'scheduled' : 'now'),
    ...fields,
  };
}

/** The fields as orders take them, or what is wrong with them. */
export async function asOrderFields(
  deps: Pick<TakeDeps, 'geocoder'>,
  fields: RowFields,
  order: Order | undefined,
): Promise<{ readonly fields: ReturnType<typeof orderInput.parse> } | { readonly wrong: string }> {
  const composed = await composeAddresses(deps, order, fields);
  if ('wrong' in composed) return composed;
  const parsed = orderInput.safeParse(composed.fields);
  if (parsed.success) return { fields: parsed.data };
  const issues = Object.entries(describeIssues(parsed.error.issues, composed.fields, ''));
  return { wrong: issues.map(([field, why]) => `${field}: ${why}`).join(' ') };
}
