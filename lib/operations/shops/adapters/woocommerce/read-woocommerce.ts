import * as z from 'zod';
import type { NewsLine, ShopNews } from '../shop-adapter.ts';
import { centsIn, given, instantIn, textIn } from '../text-of.ts';

const id = z.union([z.number(), z.string()]).transform(String);
const value = z.union([z.string(), z.number()]).nullish();

const address = z.object({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  company: z.string().nullish(),
  address_1: z.string().nullish(),
  address_2: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  postcode: value,
  country: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
});

/** An order as webhooks about orders have it. */
export const wooOrder = z.object({
  id,
  number: value,
  status: z.string().nullish(),
  currency: z.string().nullish(),
  total: value,
  date_modified_gmt: z.string().nullish(),
  date_created_gmt: z.string().nullish(),
  customer_note: z.string().nullish(),
  billing: address.nullish(),
  shipping: address.nullish(),
  shipping_lines: z.array(z.object({ method_id: z.string().nullish() })).nullish(),
  line_items: z
    .array(
      z.object({
        id,
        name: z.string().nullish(),
        product_id: z.number().nullish(),
        variation_id: z.number().nullish(),
        quantity: z.number(),
        sku: z.string().nullish(),
        price: value,
      }),
    )
    .nullish(),
});

type WooOrder = z.output<typeof wooOrder>;

/** Statuses in which an order is not paid for yet, or not finished: it may still be cancelled by itself. */
const NOT_YET: readonly string[] = ['pending', 'on-hold', 'checkout-draft', 'auto-draft', 'failed'];

/** Statuses that end an order. */
const ENDED: readonly string[] = ['cancelled', 'refunded', 'trash'];

/** What a webhook reports, by its topic and the status of its order. */
export function readWooCommerce(message: {
  readonly topic: string;
  readonly body: unknown;
  /** Kilograms by line. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}): ShopNews {
  const { topic, body, weights = {} } = message;
  if (!topic.startsWith('order.')) {
    return { kind: 'nothing', shopOrderId: null, reason: `Messages about "${topic}" have no effect.` };
  }
  const read = wooOrder.safeParse(body);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message: what }) => ({
      field: path.join('.'),
      message: what,
    }));
    return { kind: 'unreadable', shopOrderId: null, problems };
  }
  const order = read.data;
  const shopOrderId = order.id;
  const version = instantOf(order.date_modified_gmt) ?? instantOf(order.date_created_gmt) ?? null;
  if (topic === 'order.deleted') {
    return { kind: 'end', shopOrderId, version: null, reason: 'The shop deleted the order.' };
  }
  const status = order.status ?? 'processing';
  if (ENDED.includes(status)) {
    return { kind: 'end', shopOrderId, version, reason: `The order is ${status} in the shop.` };
  }
  if (NOT_YET.includes(status)) {
    return {
      kind: 'nothing',
      shopOrderId,
      reason: `The order is ${status} in the shop: it is not paid for yet.`,
    };
  }
  if (status === 'completed') {
    return { kind: 'nothing', shopOrderId, reason: 'The order is completed in the shop already.' };
  }
  if (
    order.shipping_lines?.some(({ method_id }) => /^(?:local_pickup|pickup_location)/.test(method_id ?? ''))
  ) {
    return { kind: 'nothing', shopOrderId, reason: 'The customer picks the order up.' };
  }
  const lines = (order.line_items ?? []).map((line) => lineOf(line, weights));
  return { kind: 'order', shopOrderId, version, fields: fieldsOf(order), lines };
}

/** Times of the shop have no zone; those that end in `_gmt` are UTC. */
function instantOf(text: string | null | undefined): number | undefined {
  return text ? instantIn(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`) : undefined;
}

function fieldsOf(order: WooOrder): Record<string, unknown> {
  const { shipping, billing } = order;
  const to = textIn(shipping?.address_1) === undefined ? billing : shipping;
  return given({
    referenceId: textIn(order.number) === undefined ? undefined : `#${textIn(order.number)}`,
    dropoffFirstName: textIn(to?.first_name) ?? textIn(billing?.first_name),
    dropoffLastName: textIn(to?.last_name) ?? textIn(billing?.last_name),
    dropoffBusinessName: textIn(to?.company),
    dropoffPhoneNumber: textIn(to?.phone) ?? textIn(billing?.phone),
    dropoffEmail: textIn(billing?.email),
    dropoffInstructions: textIn(order.customer_note),
    dropoffAddressFormattedStreet: textIn(to?.address_1),
    dropoffAddressSecondarynumber: textIn(to?.address_2),
    dropoffAddressCity: textIn(to?.city),
    dropoffAddressState: textIn(to?.state),
    dropoffAddressZip: textIn(to?.postcode),
    dropoffAddressCountry: textIn(to?.country),
    valueCents: centsIn(order.total),
    currency: textIn(order.currency),
  });
}

function lineOf(
  line: NonNullable<WooOrder['line_items']>[number],
  weights: Readonly<Record<string, number>>,
): NewsLine {
  const weight = Object.hasOwn(weights, line.id) ? weights[line.id] : undefined;
  return {
    lineId: line.id,
    item: given({
      id: textIn(line.sku) ?? line.id,
      description: textIn(line.name),
      count: line.quantity,
      weight,
      valueCents: centsIn(line.price),
    }),
  };
}
