import type { Inventory, Product, ProductDirectory } from '../../../places/catalogue/index.ts';
import type { OrderFields } from '../order-fields.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

type Item = NonNullable<OrderFields['items']>[number];

/**
 * Items that name a product of the catalogue are filled in from it where the caller gave nothing: name, category,
 * barcode, weight and size, and the price at the pickup's store. The order's own number of pieces, weight and value are
 * filled in when all of its items have them. An item is filled in once: later changes of the product do not affect the
 * order. A price counts only in the currency of the order; `usualCurrency` is that of orders and prices that name none.
 */
export async function fillItems(
  draft: Draft,
  organizationId: string,
  products: ProductDirectory,
  usualCurrency: string,
): Promise<void> {
  const { items = [], pickupStoreLocationId: storeId, currency = usualCurrency } = draft.fields;
  const named = items.filter(({ productId, externalProductId }) => productId ?? externalProductId);
  if (named.length === 0) return;
  const found = await products.find(
    organizationId,
    named.map(({ productId: id, externalProductId: externalId }) => ({ id, externalId })),
  );
  const missing = named.filter((_, index) => !found[index]);
  if (missing.length > 0) {
    const ids = missing.map(({ productId, externalProductId }) => productId ?? externalProductId);
    draft.report(
      'items',
      'products-exist',
      `items name ${show(ids)}, which are not products of this organization; send existing ones, or none.`,
    );
  }
  const known = found.filter((product) => product !== undefined);
  const stocks = storeId
    ? await products.stocks(
        organizationId,
        storeId,
        known.map(({ id }) => id),
      )
    : [];
  const byProduct = new Map(known.map(({ id }, index) => [id, stocks[index]] as const));
  const productOf = new Map(named.map((item, index) => [item, found[index]] as const));
  const gone = known.filter(({ id }) => byProduct.get(id)?.available === false);
  if (gone.length > 0) {
    draft.report(
      'items',
      'products-are-in-store',
      `items name ${show(gone.map(({ name }) => name))}, which store location ${show(storeId)} does not have; send others, or another store.`,
    );
  }
  const isForeign = (stock: Inventory | undefined) =>
    stock !== undefined && stock.valueCents !== null && (stock.currency ?? usualCurrency) !== currency;
  const foreign = named.flatMap((item) => {
    const stock = byProduct.get(productOf.get(item)?.id ?? '');
    return item.valueCents === undefined && stock && isForeign(stock) ? [stock] : [];
  });
  if (foreign.length > 0) {
    const prices = foreign.map(({ productName, currency: own }) => `${productName} in ${own}`);
    draft.report(
      'items',
      'prices-are-in-currency',
      `items name ${show(prices)}, but the order is in ${currency}; send valueCents of these items, or the other currency.`,
    );
  }
  const filled = items.map((item) => {
    const product = productOf.get(item);
    const stock = product && byProduct.get(product.id);
    return product ? filledItem(item, product, isForeign(stock) ? undefined : stock) : item;
  });
  draft.rewrite('items', filled);
  fillTotals(draft, filled);
}

function filledItem(item: Item, product: Product, stock: Inventory | undefined): Item {
  const { depth, width, height } = product.dimensions;
  const dimensions = {
    ...(depth === null ? {} : { depth }),
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
  };
  return {
    ...item,
    productId: product.id,
    externalProductId: product.externalIdentifier ?? undefined,
    description: item.description ?? product.name,
    count: item.count ?? 1,
    category: item.category ?? product.categories[0],
    barcode: item.barcode ?? product.identifiers[0]?.value,
    weight: item.weight ?? (product.weight > 0 ? product.weight : undefined),
    dimensions: item.dimensions ?? (Object.keys(dimensions).length > 0 ? dimensions : undefined),
    valueCents: item.valueCents ?? stock?.valueCents ?? undefined,
  };
}

function fillTotals(draft: Draft, items: readonly Item[]): void {
  const counts = items.map(({ count = 1 }) => count);
  const total = (values: readonly (number | undefined)[]) =>
    values.some((value) => value === undefined)
      ? undefined
      : values.reduce<number>((sum, value, index) => sum + (value ?? 0) * (counts[index] ?? 1), 0);
  draft.fill(
    'itemsCount',
    counts.reduce((sum, count) => sum + count, 0),
  );
  const weight = total(items.map((item) => item.weight));
  // Sums of decimals are rounded to a milligram.
  draft.fill('weight', weight === undefined ? undefined : Math.round(weight * 1e6) / 1e6);
  draft.fill('valueCents', total(items.map((item) => item.valueCents)));
}
