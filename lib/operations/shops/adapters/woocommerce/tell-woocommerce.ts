import * as z from 'zod';
import type { CallShop, ShopNotice, Told } from '../shop-calls.ts';
import { excerpt } from '../text-of.ts';
import { askWooCommerce, type WooShop } from './woocommerce-client.ts';

const notesReply = z.array(z.object({ note: z.string() }));
const orderReply = z.object({ status: z.string() });

/** Statuses of an order that a delivery completes. */
const COMPLETED_FROM: readonly string[] = ['processing', 'on-hold', 'pending'];

/**
 * Tells the customer of an order where the delivery is, by a note of the shop, and completes the order when it has
 * arrived. What was done before is found in the shop, so that a repetition writes no second note.
 */
export async function tellWooCommerce(call: CallShop, shop: WooShop, notice: ShopNotice): Promise<Told> {
  const order = `/orders/${encodeURIComponent(notice.shopOrderId)}`;
  const asked = await askWooCommerce(call, shop, 'GET', `${order}/notes`);
  if ('error' in asked) return asked;
  const notes = notesReply.safeParse(asked.body);
  if (!notes.success) return { error: `The shop answered ${excerpt(asked.body)}`, retryAfterMs: null };
  if (!notes.data.some(({ note }) => note.includes(notice.trackingUrl))) {
    const note = `Your order is on its way with ${notice.carrier}: ${notice.trackingUrl}`;
    const written = await askWooCommerce(call, shop, 'POST', `${order}/notes`, { note, customer_note: true });
    if ('error' in written) return written;
  }
  return notice.kind === 'delivered' ? complete(call, shop, order) : 'told';
}

async function complete(call: CallShop, shop: WooShop, order: string): Promise<Told> {
  const asked = await askWooCommerce(call, shop, 'GET', order);
  if ('error' in asked) return asked;
  const status = orderReply.safeParse(asked.body).data?.status;
  if (status === undefined || !COMPLETED_FROM.includes(status)) {
    // It was completed before, or ended in the shop: that is not undone.
    return 'told';
  }
  const changed = await askWooCommerce(call, shop, 'PUT', order, { status: 'completed' });
  return 'error' in changed ? changed : 'told';
}
