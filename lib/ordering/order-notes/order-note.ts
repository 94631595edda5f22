import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** Longest note (specification 4.8.2). Characters. */
export const MAX_CHARACTERS = 2_000;

/** Notes of one order. */
export const MAX_NOTES = 200;

const schema = z.object({
  organizationId: z.string(),
  orderId: z.string(),
  id: z.string(),
  text: z.string(),
  createdAt: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
});

/**
 * A note about an order that stays within the organization (specification 4.8.2). Notes are stored apart from their
 * orders, so that nothing that reads an order finds them: no reply, event, webhook, message or provider gets one.
 */
export type OrderNote = z.infer<typeof schema>;

export function notesPartition({
  organizationId,
  orderId,
}: Pick<OrderNote, 'organizationId' | 'orderId'>): Partition {
  return { organizationId, type: 'order-notes', id: orderId };
}

export const orderNoteEntity = defineEntity<OrderNote, Pick<OrderNote, 'organizationId' | 'orderId' | 'id'>>({
  name: 'orderNote',
  schema,
  partition: notesPartition,
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
});
