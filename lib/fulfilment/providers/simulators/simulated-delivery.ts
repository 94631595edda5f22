import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { defineEvent } from '../../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

const place = z.object({ lat: z.number(), lng: z.number() });

const simulatedDeliverySchema = z.object({
  organizationId: z.string(),
  /** The task's id: the key of every call about it. */
  key: z.string(),
  providerId: z.string(),
  providerDeliveryId: z.string(),
  deliveryId: z.string(),
  state: z.enum(['held', 'released']),
  /** Completed steps of the provider's script. */
  stepsMade: z.int(),
  startsAt: z.string(),
  pickup: place.nullable(),
  dropoff: place.nullable(),
  faults: z.array(z.string()),
  createdAt: z.string(),
});

/** A simulated provider's memory of a delivery that it got, or must never accept. */
export type SimulatedDelivery = z.infer<typeof simulatedDeliverySchema>;

/** A simulated provider forgets after a month. */
const LIFE_SECONDS = 30 * 24 * 3600;

export const simulatedDeliveryEntity = defineEntity<
  SimulatedDelivery,
  Pick<SimulatedDelivery, 'organizationId' | 'key' | 'providerId'>
>({
  name: 'simulatedDelivery',
  schema: simulatedDeliverySchema,
  partition: (key) => simulatedPartition(key),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ createdAt }) => Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS,
});

export function simulatedPartition(
  delivery: Pick<SimulatedDelivery, 'organizationId' | 'key' | 'providerId'>,
): Partition {
  return {
    organizationId: delivery.organizationId,
    type: 'simulated',
    id: digest(delivery.providerId, delivery.key),
  };
}

/** Written when a simulated provider accepted a delivery that must now be carried. */
export const simulationAccepted = defineEvent({
  name: 'simulation.accepted',
  schema: z.object({ key: z.string(), providerId: z.string() }),
  summary: 'A simulated provider accepted a delivery.',
});
