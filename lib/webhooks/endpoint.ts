import * as z from 'zod';
import { defineEntity, type Partition } from '../table/index.ts';

const endpointSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  /** Event types it wants; empty = all. */
  eventTypes: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Why the service turned it off, when it did. */
  disabledReason: z.string().nullable(),
  /** Counts rotations: the secret is derived from it. */
  secretGeneration: z.number().int().min(1),
  /** Until then the secret of the generation before signs as well. */
  previousSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Somewhere a merchant wants events sent to. */
export type WebhookEndpoint = z.infer<typeof endpointSchema>;

/** Endpoints of one organization are read together for every event, so there may not be many. */
export const MAX_ENDPOINTS = 40;

export const webhookEndpointEntity = defineEntity<
  WebhookEndpoint,
  Pick<WebhookEndpoint, 'organizationId' | 'id'>
>({
  name: 'webhookEndpoint',
  schema: endpointSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** All endpoints of an organization lie in one partition: one Query finds who wants an event. */
export function endpointsPartition(organizationId: string): Partition {
  return { organizationId, type: 'webhookEndpoints', id: 'all' };
}

/** True when the endpoint is to be sent events of this type now. */
export function wants(endpoint: WebhookEndpoint, eventType: string): boolean {
  return endpoint.isEnabled && (endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(eventType));
}
