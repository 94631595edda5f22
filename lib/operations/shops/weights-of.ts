import { shopAdapters } from './adapters/index.ts';
import type { OrderNews } from './adapters/shop-adapter.ts';
import type { Shop } from './shop.ts';
import { shopMessageEntity } from './shop-message.ts';
import { shopOrderEntity } from './shop-order.ts';
import type { TakeDeps } from './take-deps.ts';

/**
 * Kilograms by line of an order, for shops whose messages have none: those that an earlier message found, and the shop is
 * asked for the rest. Undefined for other shops. A shop that does not answer leaves items without a weight.
 */
export async function weightsOf(
  deps: TakeDeps,
  shop: Shop,
  { shopOrderId, lines }: OrderNews,
  body: unknown,
  own: Readonly<Record<string, number>> | null,
): Promise<Record<string, number> | undefined> {
  const { weigh } = shopAdapters[shop.adapter];
  if (!weigh) return undefined;
  const { organizationId, id: shopId } = shop;
  const known = (await deps.table.get(shopOrderEntity, { organizationId, shopId, shopOrderId }))?.value;
  const earlier = known?.contentFrom
    ? (await deps.table.get(shopMessageEntity, { organizationId, id: known.contentFrom }))?.value.weights
    : undefined;
  const found = { ...earlier, ...own };
  if (shop.credentialsVersion === 0 || lines.every(({ lineId }) => Object.hasOwn(found, lineId)))
    return found;
  const credentials = (await deps.store.read(shop)) ?? {};
  try {
    return { ...found, ...(await weigh(deps.call, shop, credentials, body)) };
  } catch (error) {
    deps.log.warn('shops.weights.missing', 'A shop did not answer a question about weights.', {
      ...{ organizationId, shopId },
      reason: error instanceof Error ? error.message : 'unknown',
    });
    return found;
  }
}
