import * as z from 'zod';
import { digest } from '../core/ids.ts';
import { defineEvent } from '../events/index.ts';
import { jobPartition } from '../jobs/index.ts';
import { defineEntity } from '../table/index.ts';

const positionSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  id: z.string(),
  deliveryId: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** When the courier was there, and when we heard of it. */
  occurredAt: z.string(),
  receivedAt: z.string(),
  /** More than five minutes old on arrival: kept in the history only (specification 8). */
  late: z.boolean(),
});

/** One reported position of a courier. */
export type Position = z.infer<typeof positionSchema>;

const LIFE_SECONDS = 90 * 24 * 3600;

/** Positions lie in the job's log, in the order in which they happened. */
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

/** Id of a position: the same report makes the same item. */
export function positionId(position: Pick<Position, 'deliveryId' | 'lat' | 'lng' | 'occurredAt'>): string {
  return digest(position.deliveryId, String(position.lat), String(position.lng), position.occurredAt);
}

/** Written when the courier's present position changed, at most once a minute for each delivery. */
export const courierLocationUpdated = defineEvent({
  name: 'courier_location.updated',
  schema: z.object({
    jobId: z.string(),
    taskId: z.string(),
    deliveryId: z.string(),
    lat: z.number(),
    lng: z.number(),
  }),
  summary: 'The courier of a delivery is somewhere else.',
});

/** Written for every proof that was added. */
export const proofAdded = defineEvent({
  name: 'delivery.proof_of_delivery',
  schema: z.object({ jobId: z.string(), taskId: z.string(), deliveryId: z.string(), podType: z.string() }),
  summary: 'A proof of pickup, delivery or return was added to a delivery.',
});
