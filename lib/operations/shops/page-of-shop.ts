import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Cursor, type CursorPage, cursorPage } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Entity, ListPlace, Shape } from '../../platform/table/index.ts';
import { readShop } from './manage-shops.ts';

/** A page of a log of a shop, newest first: rows that lie in one list for all shops of the organization. */
export async function pageOfShop<
  Value extends Shape,
  KeyFields extends Shape,
  Row extends { readonly shopId: string; readonly id: string },
>(
  { table }: Pick<CoreDeps, 'table'>,
  { organizationId, shopId }: { readonly organizationId: string; readonly shopId: string },
  log: {
    readonly entity: Entity<Value, KeyFields>;
    readonly shards: number;
    /** Rows before this instant are no longer shown. */
    readonly from?: string;
    readonly limit: number;
    readonly cursor: Cursor | undefined;
    readonly row: (row: unknown) => Row;
    readonly matches: (row: Row) => boolean;
  },
): Promise<CursorPage<Row> | Refusal> {
  const shop = await readShop(table, organizationId, shopId);
  if (isRefusal(shop)) return shop;
  const { entity, shards, from, limit, cursor, matches } = log;
  const page = await cursorPage<ListPlace & { readonly row: Row }>({
    limit,
    cursor,
    async read({ towards, after, limit: size }) {
      const direction = towards === 'older' ? 'DESC' : 'ASC';
      const rows = await table.list(entity, {
        ...{ organizationId, shards, direction, limit: size },
        ...(from ? { from } : {}),
        ...(after ? { after } : {}),
      });
      return rows.map(({ at, id, row }) => ({ at, id, row: log.row(row) }));
    },
    matches: ({ row }) => row.shopId === shopId && matches(row),
  });
  return { ...page, results: page.results.map(({ row }) => row) };
}
