import type { Refusal } from '../../platform/core/refusal.ts';
import {
  isPartOf,
  LISTING_LIMITS,
  type ListedPage,
  listPage,
  scanList,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { type Product, productEntity, productIdentifierEntity, productRowSchema } from './product.ts';
import { productNotFound } from './refusals.ts';

/** A product by its id. 1 call. */
export async function readProduct(
  table: Table,
  organizationId: string,
  id: string,
): Promise<Stored<Product> | Refusal> {
  const stored = await table.get(productEntity, { organizationId, id });
  return stored ?? productNotFound(`There is no product "${id}".`, { id });
}

/** A product by its external identifier. 2 calls. */
export async function readProductByIdentifier(
  table: Table,
  organizationId: string,
  externalIdentifier: string,
): Promise<Stored<Product> | Refusal> {
  const [stored] = await findProducts(table, organizationId, [{ externalId: externalIdentifier }]);
  return (
    stored ??
    productNotFound(`There is no product with the external identifier "${externalIdentifier}".`, {
      externalIdentifier,
    })
  );
}

/** Name of a product: its id or, without one, its external identifier. */
export interface ProductName {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Products by their names, in that order; undefined for an unknown one. At most 2 calls per 100. */
export async function findProducts(
  table: Table,
  organizationId: string,
  names: readonly ProductName[],
): Promise<readonly (Stored<Product> | undefined)[]> {
  const claims = await table.getMany(
    productIdentifierEntity,
    names.map(({ externalId }) => ({ organizationId, externalIdentifier: externalId ?? '' })),
  );
  return table.getMany(
    productEntity,
    names.map(({ id }, index) => ({ organizationId, id: id ?? claims[index]?.value.productId ?? '' })),
  );
}

/** Filter of a list of products; absent fields do not filter. */
export interface ProductQuery {
  readonly search?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly skus?: readonly string[] | undefined;
  readonly createdFrom?: string | undefined;
}

/** A page of products, newest first, each once while others are created. */
export async function listProducts(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly keyId: string },
  query: ProductQuery,
  page: { readonly limit: number; readonly offset: number },
): Promise<Omit<ListedPage<never>, 'rows'> & { readonly products: readonly Stored<Product>[] }> {
  const { organizationId } = caller;
  const { rows, ...counts } = await listPage(deps, caller, {
    prefix: 'prd_',
    query,
    ...page,
    collect: () =>
      scanList(
        deps,
        {
          entity: productEntity,
          organizationId,
          shards: 1,
          startDate: '1970-01-01T00:00:00.000Z',
          createdFrom: query.createdFrom,
          read(indexed) {
            const row = productRowSchema.parse(indexed);
            const texts = [row.name, row.sku, row.externalIdentifier, ...row.codes];
            if (query.ids && !query.ids.includes(row.id)) return undefined;
            if (query.skus && !query.skus.includes(row.sku ?? '')) return undefined;
            return isPartOf(
              query.search,
              texts.filter((text) => text !== null),
            )
              ? { id: row.id }
              : undefined;
          },
        },
        LISTING_LIMITS,
      ),
    read: async (id) => ({ id }),
  });
  const products = await deps.table.getMany(
    productEntity,
    rows.map(({ id }) => ({ organizationId, id })),
  );
  return { ...counts, products: products.filter((stored) => stored !== undefined) };
}
