import type { Refusal } from '../../platform/core/refusal.ts';
import type { Cursor, CursorPage } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { pageOfShop } from './page-of-shop.ts';
import {
  readShopNoticeRow,
  SHOP_NOTICE_SHARDS,
  type ShopNotice,
  type ShopNoticeRow,
  shopNoticeEntity,
} from './shop-notice.ts';

/** Filter of notices. */
export interface NoticeFilter {
  readonly status?: readonly ShopNotice['status'][] | undefined;
  readonly orderId?: string | undefined;
}

/** A page of what a shop was told, newest first. */
export function listShopNotices(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  shopId: string,
  query: { readonly filter: NoticeFilter; readonly limit: number; readonly cursor: Cursor | undefined },
): Promise<CursorPage<ShopNoticeRow> | Refusal> {
  const { filter, ...place } = query;
  const { status, orderId } = filter;
  return pageOfShop(
    deps,
    { organizationId, shopId },
    {
      ...{ entity: shopNoticeEntity, shards: SHOP_NOTICE_SHARDS, row: readShopNoticeRow, ...place },
      matches: (row) =>
        (status === undefined || status.includes(row.status)) &&
        (orderId === undefined || row.orderId === orderId),
    },
  );
}
