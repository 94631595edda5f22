import { toInstant } from '../../platform/core/clock.ts';
import { digest } from '../../platform/core/ids.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { create, replace } from '../../platform/table/index.ts';
import { shopAdapters } from './adapters/index.ts';
import type { ShopRequest } from './adapters/shop-adapter.ts';
import { shopMessageNotAccepted } from './refusals.ts';
import { type Shop, shopEntity } from './shop.ts';
import {
  LONGEST_INLINE,
  SHOP_MESSAGE_TAGS,
  type ShopMessage,
  shopMessageDue,
  shopMessageEntity,
  shopMessageId,
  shopMessageKey,
  shopMessagePartition,
} from './shop-message.ts';
import { type SecretDeps, secretsOf } from './shop-secrets.ts';

/** What receiving messages needs. */
export interface ReceiveDeps extends CoreDeps, SecretDeps {
  readonly bucket: Bucket;
}

/** A message that was taken; it is carried out afterwards. */
export interface TakenMessage {
  /** Null for a greeting, which is not stored. */
  readonly messageId: string | null;
  /** The shop sent it before. */
  readonly isRepeated: boolean;
}

/**
 * Stores a message of a shop. Only the shop's secret proves its sender; unknown shops and wrong secrets get the same
 * reply. A message that comes again has no second effect. `unusable` says why its content is no JSON, for a proven sender.
 */
export async function receiveShopMessage(
  deps: ReceiveDeps,
  from: { readonly organizationId: string; readonly shopId: string },
  request: ShopRequest,
  unusable?: Refusal,
): Promise<TakenMessage | Refusal> {
  if (Object.values(shopAdapters).some(({ isGreeting }) => isGreeting?.(request))) {
    return { messageId: null, isRepeated: false };
  }
  const { organizationId, shopId: id } = from;
  const shop = (await deps.table.get(shopEntity, { organizationId, id }))?.value;
  const secrets = shop ? await secretsOf(deps, shop, deps.clock.now()) : [];
  if (!shop || !shopAdapters[shop.adapter].isProven(request, secrets, shop)) {
    return shopMessageNotAccepted(
      'The message does not prove that it comes from this shop. Check its secret, its signature and organizationId.',
    );
  }
  if (unusable) return unusable;
  const message = await messageOf(deps, shop, request);
  const { ok } = await deps.table.write([
    create(shopMessageEntity, message, deps.clock.now()),
    shopMessageDue.record({
      aggregate: shopMessagePartition(organizationId, message.id),
      cause: 'received',
      occurredAt: message.receivedAt,
      data: { messageId: message.id, shopId: shop.id },
    }),
  ]);
  if (!ok) await countRepetition(deps, message);
  return { messageId: message.id, isRepeated: !ok };
}

async function messageOf(
  { bucket, clock }: Pick<ReceiveDeps, 'bucket' | 'clock'>,
  shop: Shop,
  request: ShopRequest,
): Promise<ShopMessage> {
  const { organizationId, id: shopId } = shop;
  const { rawBody } = request;
  const { deliveryId, topic } = shopAdapters[shop.adapter].envelope(request, shop);
  const id = shopMessageId(shopId, topic, deliveryId ?? digest(rawBody));
  const isLarge = rawBody.length > LONGEST_INLINE;
  if (isLarge) {
    const content = Buffer.from(rawBody);
    await bucket.put(organizationId, shopMessageKey(id), content, 'application/json', SHOP_MESSAGE_TAGS);
  }
  return {
    ...{ organizationId, shopId, id, topic },
    receivedAt: toInstant(clock.now()),
    body: isLarge ? null : rawBody,
    bytes: Buffer.byteLength(rawBody),
    weights: null,
    ...{ repetitions: 0, replays: 0 },
    outcome: 'received',
    ...{ message: null, shopOrderId: null, orderId: null, handledAt: null },
  };
}

/** Counts that a message came again. The count is for people: one that loses every race is not missed. */
async function countRepetition(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, id }: ShopMessage,
): Promise<void> {
  await retryLostRace(clock, async () => {
    const stored = await table.get(shopMessageEntity, { organizationId, id });
    if (!stored) return true;
    const next = { ...stored.value, repetitions: stored.value.repetitions + 1 };
    return (await table.write([replace(shopMessageEntity, stored, next)])).ok;
  });
}
