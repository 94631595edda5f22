import * as z from 'zod';
import { mapConcurrently } from '../../../../platform/core/map-concurrently.ts';
import { ownValue } from '../../../../platform/core/own-value.ts';
import type { CallShop } from '../shop-calls.ts';
import { wooOrder } from './read-woocommerce.ts';
import { askWooCommerce, type WooShop } from './woocommerce-client.ts';

/** Products of one order whose weights are looked up. */
const MAX_PRODUCTS = 100;

/** Products that are looked up in parallel. */
const WIDTH = 4;

/** Kilograms of one unit of the weights of a shop. */
const UNITS: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lbs: 0.453_592_37, oz: 0.028_349_523_125 };

const settingReply = z.object({ value: z.string() });
const productReply = z.object({ weight: z.string().nullish() });

/**
 * Kilograms of one of each line: webhooks about orders have no weights, products do. A line whose weight cannot be found
 * has none: a delivery does not wait for the shop's catalogue.
 */
export async function weighLines(
  call: CallShop,
  shop: WooShop,
  body: unknown,
): Promise<Readonly<Record<string, number>>> {
  const order = wooOrder.safeParse(body);
  const lines = (order.data?.line_items ?? []).filter(({ product_id: product }) => Boolean(product));
  if (lines.length === 0) return {};
  const unit = await unitOf(call, shop);
  if (unit === undefined) return {};
  const pathOf = (line: (typeof lines)[number]) =>
    line.variation_id
      ? `/products/${line.product_id}/variations/${line.variation_id}`
      : `/products/${line.product_id}`;
  const paths = [...new Set(lines.map(pathOf))].slice(0, MAX_PRODUCTS);
  const weights = new Map<string, number>();
  await mapConcurrently(paths, WIDTH, async (path) => {
    const asked = await askWooCommerce(call, shop, 'GET', path);
    const weight = 'error' in asked ? undefined : productReply.safeParse(asked.body).data?.weight;
    if (weight && Number(weight) > 0) weights.set(path, Number(weight) * unit);
  });
  return Object.fromEntries(
    lines.flatMap((line) => {
      const weight = weights.get(pathOf(line));
      return weight === undefined ? [] : [[line.id, Math.round(weight * 1_000) / 1_000] as const];
    }),
  );
}

async function unitOf(call: CallShop, shop: WooShop): Promise<number | undefined> {
  const asked = await askWooCommerce(call, shop, 'GET', '/settings/products/woocommerce_weight_unit');
  const name = 'error' in asked ? undefined : settingReply.safeParse(asked.body).data?.value;
  return name === undefined ? undefined : ownValue(UNITS, name);
}
