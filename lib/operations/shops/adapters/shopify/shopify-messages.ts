import * as z from 'zod';

const id = z.union([z.number(), z.string()]).transform(String);

/** An amount or a text that some shops leave out. */
const value = z.union([z.string(), z.number()]).nullish();

const address = z.object({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  name: z.string().nullish(),
  company: z.string().nullish(),
  phone: z.string().nullish(),
  address1: z.string().nullish(),
  address2: z.string().nullish(),
  city: z.string().nullish(),
  province: z.string().nullish(),
  province_code: z.string().nullish(),
  zip: value,
  country: z.string().nullish(),
  country_code: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
});

const line = z.object({
  id,
  sku: z.string().nullish(),
  title: z.string().nullish(),
  variant_title: z.string().nullish(),
  quantity: z.number(),
  /** Without what was refunded or removed; absent in older versions. */
  current_quantity: z.number().nullish(),
  grams: z.number().nullish(),
  price: value,
  requires_shipping: z.boolean().nullish(),
});

/** An order as webhooks about orders have it. */
export const shopifyOrder = z.object({
  id,
  name: value,
  email: z.string().nullish(),
  phone: z.string().nullish(),
  note: z.string().nullish(),
  note_attributes: z.array(z.object({ name: z.string(), value: z.unknown() })).nullish(),
  tags: z.string().nullish(),
  currency: z.string().nullish(),
  total_price: value,
  current_total_price: value,
  financial_status: z.string().nullish(),
  fulfillment_status: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  cancelled_at: z.string().nullish(),
  cancel_reason: z.string().nullish(),
  shipping_address: address.nullish(),
  customer: z.object({ phone: z.string().nullish() }).nullish(),
  line_items: z.array(line).nullish(),
});

/** A refund as webhooks about refunds have it. */
export const shopifyRefund = z.object({
  id,
  order_id: id,
  created_at: z.string().nullish(),
  refund_line_items: z.array(z.object({ line_item_id: id, quantity: z.number() })).nullish(),
});

/** A deleted order. */
export const shopifyDeleted = z.object({ id });
