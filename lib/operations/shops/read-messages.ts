import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Cursor, CursorPage } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { replace, type Stored } from '../../platform/table/index.ts';
import { pageOfShop } from './page-of-shop.ts';
import { shopMessageNotFound } from './refusals.ts';
import {
  type MessageOutcome,
  oldestShopMessage,
  readShopMessageRow,
  SHOP_MESSAGE_SHARDS,
  type ShopMessage,
  type ShopMessageRow,
  shopMessageDue,
  shopMessageEntity,
  shopMessageKey,
  shopMessagePartition,
} from './shop-message.ts';

/** Filter of messages. */
export interface MessageFilter {
  readonly outcome?: readonly MessageOutcome[] | undefined;
  readonly shopOrderId?: string | undefined;
  readonly orderId?: string | undefined;
}

type Reading = Pick<CoreDeps, 'table' | 'clock'>;

/** A page of the messages of a shop, newest first. */
export function listShopMessages(
  deps: Reading,
  organizationId: string,
  shopId: string,
  query: { readonly filter: MessageFilter; readonly limit: number; readonly cursor: Cursor | undefined },
): Promise<CursorPage<ShopMessageRow> | Refusal> {
  const { filter, ...place } = query;
  const { outcome, shopOrderId, orderId } = filter;
  return pageOfShop(
    deps,
    { organizationId, shopId },
    {
      ...{ entity: shopMessageEntity, shards: SHOP_MESSAGE_SHARDS, row: readShopMessageRow, ...place },
      from: toInstant(oldestShopMessage(deps.clock.now())),
      matches: (row) =>
        (outcome === undefined || outcome.includes(row.outcome)) &&
        (shopOrderId === undefined || row.shopOrderId === shopOrderId) &&
        (orderId === undefined || row.orderId === orderId),
    },
  );
}

/** A message of a shop. 1 call. */
export async function readShopMessage(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  shopId: string,
  id: string,
): Promise<Stored<ShopMessage> | Refusal> {
  const stored = await table.get(shopMessageEntity, { organizationId, id });
  if (stored?.value.shopId === shopId) return stored;
  return shopMessageNotFound(`The shop has no message "${id}". Messages are kept for 30 days.`, { id });
}

/** The content of a message as it came; undefined when it is no longer there. */
export async function contentOf(
  { bucket }: { readonly bucket: Bucket },
  { organizationId, id, body }: Pick<ShopMessage, 'organizationId' | 'id' | 'body'>,
): Promise<unknown> {
  if (body !== null) return JSON.parse(body);
  const content = await bucket.get(organizationId, shopMessageKey(id));
  return content && JSON.parse(Buffer.from(content).toString('utf8'));
}

/** Has a message carried out again, with the settings of now. Its order gets all that it says, if it is not outdated. */
export function replayShopMessage(
  deps: Reading,
  organizationId: string,
  shopId: string,
  id: string,
): Promise<Stored<ShopMessage> | Refusal> {
  return commit(deps, { what: 'shop message', id }, async () => {
    const stored = await readShopMessage(deps, organizationId, shopId, id);
    if (isRefusal(stored) || stored.value.outcome === 'received') return stored;
    const replays = stored.value.replays + 1;
    const next: ShopMessage = {
      ...stored.value,
      replays,
      outcome: 'received',
      message: null,
      handledAt: null,
    };
    const { ok } = await deps.table.write([
      replace(shopMessageEntity, stored, next),
      shopMessageDue.record({
        aggregate: shopMessagePartition(organizationId, id),
        cause: `replay ${replays}`,
        occurredAt: toInstant(deps.clock.now()),
        data: { messageId: id, shopId },
      }),
    ]);
    return ok && { value: next, version: stored.version + 1 };
  });
}
