import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { defineEvent } from '../../../platform/events/index.ts';
import { defineEntity } from '../../../platform/table/index.ts';
import { jobPartition } from '../job.ts';

const positionSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  id: z.string(),
  deliveryId: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** When the courier was there, and when it was received. */
  occurredAt: z.string(),
  receivedAt: z.string(),
  /** More than five minutes old on arrival: kept in the history only (specification 8). */
  late: z.boolean(),
});

/** One reported position of a courier. */
export type Position = z.infer<typeof positionSchema>;

const LIFE_SECONDS = 90 * 24 * 3600;

/** Positions are in the job's log, in the order in which they happened. */
export const positionEntity = defineEntity<
  Position,
  Pick<Position, 'organizationId' | 'jobId' | 'occurredAt' | 'id'>
>({
  name: 'position',
  schema: positionSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ occurredAt, id }) => ({ kind: 'log', parts: [occurredAt, id] }),
  expiresAtSeconds: ({ receivedAt }) => Math.floor(Date.parse(receivedAt) / 1000) + LIFE_SECONDS,
});

/** Id of a position: the same report creates the same item. */
export function positionId(position: Pick<Position, 'deliveryId' | 'lat' | 'lng' | 'occurredAt'>): string {
  return digest(position.deliveryId, String(position.lat), String(position.lng), position.occurredAt);
}

/** Written when the courier's current position changed, at most once a minute per delivery. */
export const courierLocationUpdated = defineEvent({
  name: 'courier_location.updated',
  schema: z.object({
    jobId: z.string(),
    taskId: z.string(),
    deliveryId: z.string(),
    lat: z.number(),
    lng: z.number(),
    /** Whether a courier of the own fleet carries it. */
    isInternal: z.boolean().optional(),
    /** Set when a route follows the delivery. */
    isOnRoute: z.boolean().optional(),
  }),
  summary: "A courier's position changed.",
});

const news = z.object({ jobId: z.string(), taskId: z.string(), deliveryId: z.string() });

/** Written when the courier's name, number or vehicle changed. */
export const courierUpdated = defineEvent({
  name: 'delivery.courier_updated',
  schema: news,
  summary: "A delivery's courier, the courier's phone number or vehicle changed.",
});

/** Written when an expected time moved by five minutes or more since this was written last. */
export const timingUpdated = defineEvent({
  name: 'delivery.timing_updated',
  schema: news.extend({ pickupEta: z.string().nullable(), dropoffEta: z.string().nullable() }),
  summary: 'The expected time of pickup or dropoff changed by five minutes or more.',
});

const aboutDelivery = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  historyLength: z.number(),
  /** Set when a route follows the delivery. */
  isOnRoute: z.boolean().optional(),
});

/** Written when the picked items of a delivery changed. */
export const itemsPickUpdated = defineEvent<z.infer<typeof aboutDelivery>>({
  name: 'delivery.items_pick_update',
  schema: aboutDelivery,
  summary: 'The picked items of a delivery changed.',
});

/** Written when the condition of items that come back was reported. */
export const returnConditionUpdated = defineEvent<z.infer<typeof aboutDelivery>>({
  name: 'delivery.return_condition_updated',
  schema: aboutDelivery,
  summary: 'The condition of items that come back was reported: good or damaged.',
});

/** Written when a delivery was listed in a manifest. */
export const deliveryManifested = defineEvent<z.infer<typeof aboutDelivery>>({
  name: 'delivery.manifested',
  schema: aboutDelivery,
  summary: 'A manifest lists the package of a delivery.',
});

/** Written when a pincode was entered: the right one once, a wrong one each time. */
export const pincodeEntered = defineEvent<z.infer<typeof aboutDelivery> & { isVerified: boolean }>({
  name: 'delivery.pincode_verification',
  schema: aboutDelivery.extend({ isVerified: z.boolean() }),
  summary: 'A pincode was entered; `isVerified` says whether it was correct.',
});

/** Written for every proof that was added. */
export const proofAdded = defineEvent({
  name: 'delivery.proof_of_delivery',
  schema: z.object({
    jobId: z.string(),
    taskId: z.string(),
    deliveryId: z.string(),
    podType: z.string(),
    /** Set when a route follows the delivery. */
    isOnRoute: z.boolean().optional(),
  }),
  summary: 'A proof of pickup, delivery or return was added to a delivery.',
});
