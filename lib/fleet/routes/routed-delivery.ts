import * as z from 'zod';

const instant = z.string().nullable();

/** A proof of pickup or delivery as a stop shows it. `uploadedAt` is when the route learned of it. */
export const routedProof = z.object({ type: z.string(), url: z.string(), uploadedAt: z.string() });

/** What became of an order's delivery, for the items of the order (contract-facts 7.1). */
export const routedDeliverySchema = z.object({
  /** Number of the attempt, from 1: updates of earlier attempts change nothing. */
  attempt: z.int(),
  /** Version of the delivery from which this was taken: updates that were read earlier change nothing. */
  version: z.int(),
  /** History lengths of the delivery whose events the route has processed: a repeated event changes nothing. */
  followed: z.array(z.int()),
  providerId: z.string(),
  providerName: z.string(),
  pickedAt: instant,
  deliveredAt: instant,
  failedAt: instant,
  returnedAt: instant,
  failureReason: z.string().nullable(),
  /** Kind of stop at which the courier was, or to which the courier was driving, when it failed. */
  failureLocation: z.enum(['PICKUP', 'DROPOFF']).nullable(),
  /** Items that the courier did not find at the pickup, by id or SKU. */
  notFound: z.array(z.string()),
  /** Whether nothing more will happen to the package, because no other provider takes it over. */
  isOver: z.boolean(),
});

/** What became of an order's delivery. */
export type RoutedDelivery = z.infer<typeof routedDeliverySchema>;
