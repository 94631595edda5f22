import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

const endpointSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  /** Event types that it receives; empty = all. */
  eventTypes: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Why the service turned it off, if it did. */
  disabledReason: z.string().nullable(),
  /** Number of rotations: the secret is derived from it. */
  secretGeneration: z.number().int().min(1),
  /** Secrets of earlier generations that also sign until these times, newest first. */
  olderSecrets: z.array(z.object({ generation: z.number().int().min(1), until: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A URL of a merchant for events. */
export type WebhookEndpoint = z.infer<typeof endpointSchema>;

/** Endpoints of one organization are read together for every event, so their number is limited. */
export const MAX_ENDPOINTS = 40;

/**
 * Maximum number of secrets that sign in addition to the current one: each makes the headers of every message longer.
 */
export const MAX_OLDER_SECRETS = 4;

export const webhookEndpointEntity = defineEntity<
  WebhookEndpoint,
  Pick<WebhookEndpoint, 'organizationId' | 'id'>
>({
  name: 'webhookEndpoint',
  schema: endpointSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  isKept: true,
  audited: { type: 'webhook_endpoint', id: ({ id }) => id },
});

const rosterSchema = z.object({ organizationId: z.string(), added: z.number().int() });

/** Changes with every added endpoint, so that of several at once only one can take the last place. */
export const endpointRosterEntity = defineEntity<z.infer<typeof rosterSchema>, { organizationId: string }>({
  name: 'webhookEndpointRoster',
  schema: rosterSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** All endpoints of an organization are in one partition: one Query finds those for an event. */
export function endpointsPartition(organizationId: string): Partition {
  return { organizationId, type: 'webhookEndpoints', id: 'all' };
}

/** True when events of this type are sent to the endpoint now. */
export function wants(endpoint: WebhookEndpoint, eventType: string): boolean {
  return endpoint.isEnabled && (endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(eventType));
}
