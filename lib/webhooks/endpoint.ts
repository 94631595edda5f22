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
  /** Secrets of earlier generations that sign as well until these instants, newest first. */
  olderSecrets: z.array(z.object({ generation: z.number().int().min(1), until: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Somewhere a merchant wants events sent to. */
export type WebhookEndpoint = z.infer<typeof endpointSchema>;

/** Endpoints of one organization are read together for every event, so there may not be many. */
export const MAX_ENDPOINTS = 40;

/** So many secrets beside the present one sign at most: each makes the headers of every message longer. */
export const MAX_OLDER_SECRETS = 4;

export const webhookEndpointEntity = defineEntity<
  WebhookEndpoint,
  Pick<WebhookEndpoint, 'organizationId' | 'id'>
>({
  name: 'webhookEndpoint',
  schema: endpointSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'webhook_endpoint', id: ({ id }) => id },
});

const rosterSchema = z.object({ organizationId: z.string(), added: z.number().int() });

/** Changes with every endpoint that is added, so that of several at once only one can be the last there is room for. */
export const endpointRosterEntity = defineEntity<z.infer<typeof rosterSchema>, { organizationId: string }>({
  name: 'webhookEndpointRoster',
  schema: rosterSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** All endpoints of an organization lie in one partition: one Query finds who wants an event. */
export function endpointsPartition(organizationId: string): Partition {
  return { organizationId, type: 'webhookEndpoints', id: 'all' };
}

/** True when the endpoint is to be sent events of this type now. */
export function wants(endpoint: WebhookEndpoint, eventType: string): boolean {
  return endpoint.isEnabled && (endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(eventType));
}
