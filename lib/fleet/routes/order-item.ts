import * as z from 'zod';

/** Statuses of an item: those of the delivery of its order. */
export const ITEM_STATUSES = ['pending', 'picked', 'delivered', 'failed', 'returned'] as const;

const text = z.string().nullable();
const amount = z.number().nullable();
const status = z.enum(ITEM_STATUSES);
const instant = text.meta({ override: { type: ['string', 'null'], format: 'date-time' } });

const fields = {
  id: text,
  description: text,
  count: amount,
  valueCents: amount.meta({ description: 'Cents.' }),
  barcode: text,
  sku: text,
  category: text,
  status,
  statusHistory: z.array(z.object({ status, createdAt: z.string() })),
  statusMetadata: z.object({
    pickedAt: instant.meta({ description: 'When the courier took it.' }),
    deliveredAt: instant,
    failedAt: instant,
    returnedAt: instant,
    failureReason: text.meta({
      description:
        "The provider's reason, or `not_found` for an item that the courier did not find at the pickup.",
    }),
    failureLocation: z.enum(['PICKUP', 'DROPOFF']).nullable().meta({
      description: 'Kind of stop at which it failed.',
    }),
  }),
};

/** An item of an order at a stop (contract: OrderItemSerializer). */
export const orderItem = z
  .object({
    ...fields,
    subItems: z.array(z.object(fields)).meta({ description: 'Its parts, at every depth.' }),
  })
  .meta({ id: 'RouteOrderItem' });

/** An item as it is sent. */
export type OrderItem = z.infer<typeof orderItem>;
