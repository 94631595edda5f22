import type * as z from 'zod';
import type { NewsLine, ShopNews } from '../shop-adapter.ts';
import { centsIn, given, instantIn, textIn } from '../text-of.ts';
import { shopifyDeleted, shopifyOrder, shopifyRefund } from './shopify-messages.ts';

type ShopifyOrder = z.output<typeof shopifyOrder>;

/** What a webhook reports, by its topic. */
export function readShopify({ topic, body }: { readonly topic: string; readonly body: unknown }): ShopNews {
  if (topic === 'refunds/create') return readRefund(body);
  if (topic === 'orders/delete') {
    const deleted = shopifyDeleted.safeParse(body);
    if (!deleted.success) return unreadable(deleted.error);
    return {
      kind: 'end',
      shopOrderId: deleted.data.id,
      version: null,
      reason: 'The shop deleted the order.',
    };
  }
  if (!/^orders\/(?!edited|risk)/.test(topic)) {
    return { kind: 'nothing', shopOrderId: null, reason: `Messages about "${topic}" have no effect.` };
  }
  const read = shopifyOrder.safeParse(body);
  return read.success ? readOrder(read.data) : unreadable(read.error);
}

function readRefund(body: unknown): ShopNews {
  const read = shopifyRefund.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { id: refundId, order_id: shopOrderId, created_at: at, refund_line_items: lines } = read.data;
  if (!lines || lines.length === 0) {
    return { kind: 'nothing', shopOrderId, reason: 'The refund is of money only.' };
  }
  return {
    ...{ kind: 'refund', shopOrderId, refundId },
    version: instantIn(at) ?? null,
    lines: lines.map(({ line_item_id: lineId, quantity }) => ({ lineId, quantity })),
  };
}

function readOrder(order: ShopifyOrder): ShopNews {
  const shopOrderId = order.id;
  const version = instantIn(order.updated_at) ?? instantIn(order.created_at) ?? null;
  if (order.cancelled_at) {
    const reason = `The shop cancelled the order (${order.cancel_reason ?? 'no reason given'}).`;
    return { kind: 'end', shopOrderId, version, reason };
  }
  if (order.financial_status === 'refunded') {
    return { kind: 'end', shopOrderId, version, reason: 'The shop refunded the whole order.' };
  }
  if (order.fulfillment_status === 'fulfilled') {
    return { kind: 'nothing', shopOrderId, reason: 'The order is fulfilled in the shop already.' };
  }
  if (!order.shipping_address) {
    return { kind: 'nothing', shopOrderId, reason: 'The order has no shipping address.' };
  }
  const shipped = (order.line_items ?? []).filter((line) => line.requires_shipping !== false);
  if (shipped.length === 0 && (order.line_items ?? []).length > 0) {
    return { kind: 'nothing', shopOrderId, reason: 'No item of the order has to be shipped.' };
  }
  return { kind: 'order', shopOrderId, version, fields: fieldsOf(order), lines: shipped.map(lineOf) };
}

function fieldsOf(order: ShopifyOrder): Record<string, unknown> {
  const to = order.shipping_address;
  const tags = (textIn(order.tags) ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const metadata = (order.note_attributes ?? []).flatMap(({ name, value }) => {
    const text = textIn(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const hasPoint = typeof to?.latitude === 'number' && typeof to.longitude === 'number';
  return given({
    referenceId: textIn(order.name),
    dropoffFirstName: textIn(to?.first_name) ?? textIn(to?.name),
    dropoffLastName: textIn(to?.last_name),
    dropoffBusinessName: textIn(to?.company),
    dropoffPhoneNumber: textIn(to?.phone) ?? textIn(order.phone) ?? textIn(order.customer?.phone),
    dropoffEmail: textIn(order.email),
    dropoffInstructions: textIn(order.note),
    dropoffAddressFormattedStreet: textIn(to?.address1),
    dropoffAddressSecondarynumber: textIn(to?.address2),
    dropoffAddressCity: textIn(to?.city),
    dropoffAddressState: textIn(to?.province_code) ?? textIn(to?.province),
    dropoffAddressZip: textIn(to?.zip),
    dropoffAddressCountry: textIn(to?.country_code) ?? textIn(to?.country),
    dropoffLat: hasPoint ? to?.latitude : undefined,
    dropoffLng: hasPoint ? to?.longitude : undefined,
    valueCents: centsIn(order.current_total_price) ?? centsIn(order.total_price),
    currency: textIn(order.currency),
    tags: tags.length > 0 ? tags : undefined,
    orderMetadata: metadata.length > 0 ? Object.fromEntries(metadata) : undefined,
  });
}

function lineOf(line: NonNullable<ShopifyOrder['line_items']>[number]): NewsLine {
  const title = [textIn(line.title), textIn(line.variant_title)].filter((part) => part !== undefined);
  return {
    lineId: line.id,
    item: given({
      id: textIn(line.sku) ?? line.id,
      description: title.length > 0 ? title.join(' - ') : undefined,
      count: line.current_quantity ?? line.quantity,
      weight: line.grams ? line.grams / 1000 : undefined,
      valueCents: centsIn(line.price),
    }),
  };
}

function unreadable(error: z.ZodError): ShopNews {
  const problems = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return { kind: 'unreadable', shopOrderId: null, problems };
}
