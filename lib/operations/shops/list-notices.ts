import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Cursor, type CursorPage, cursorPage } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { readShop } from './manage-shops.ts';
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
export async function listShopNotices(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  shopId: string,
  query: { readonly filter: NoticeFilter; readonly limit: number; readonly cursor: Cursor | undefined },
): Promise<CursorPage<ShopNoticeRow> | Refusal> {
  const shop = await readShop(table, organizationId, shopId);
  if (isRefusal(shop)) return shop;
  const { status, orderId } = query.filter;
  const page = await cursorPage({
    limit: query.limit,
    cursor: query.cursor,
    async read({ towards, after, limit }) {
      const direction = towards === 'older' ? 'DESC' : 'ASC';
      const rows = await table.list(shopNoticeEntity, {
        ...{ organizationId, shards: SHOP_NOTICE_SHARDS, direction, limit },
        ...(after ? { after } : {}),
      });
      return rows.map(({ at, row }) => ({ ...readShopNoticeRow(row), at }));
    },
    matches: (row) =>
      row.shopId === shopId &&
      (status === undefined || status.includes(row.status)) &&
      (orderId === undefined || row.orderId === orderId),
  });
  return { ...page, results: [...page.results] };
}
