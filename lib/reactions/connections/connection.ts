import * as z from 'zod';
import { HTTP_METHODS } from '../../platform/core/http-methods.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** Methods that a connection can allow. */
export const CONNECTION_METHODS = HTTP_METHODS;

/** How requests authenticate. The secret is in the credential store and is never shown. */
const authShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('basic'), username: z.string() }),
  z.object({ type: z.literal('header'), name: z.string() }),
]);

const connectionSchema = z.object({
  organizationId: z.string(),
  /** `con_...` */
  id: z.string(),
  name: z.string(),
  /** `https://host[:port]` without anything after it. */
  origin: z.string(),
  auth: authShape,
  methods: z.array(z.enum(CONNECTION_METHODS)),
  /** Starts and ends with `/`. */
  pathPrefix: z.string(),
  /** Query parameters, headers and fields of the body that a workflow may set. */
  requestFields: z.array(z.string()),
  /** Number of credentials that were set; it reveals nothing about them. */
  secretVersion: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An HTTP connection that administrators created for workflows (specification 4.6.15), without its credentials. */
export type Connection = z.infer<typeof connectionSchema>;

/** Connections of one organization are read together, so their number is limited. */
export const MAX_CONNECTIONS = 50;

export const connectionEntity = defineEntity<Connection, Pick<Connection, 'organizationId' | 'id'>>({
  name: 'connection',
  schema: connectionSchema,
  partition: ({ organizationId }) => connectionsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'connection', id: ({ id }) => id },
});

/** All connections of an organization are in one partition: one Query returns them all. */
export function connectionsPartition(organizationId: string): Partition {
  return { organizationId, type: 'connections', id: 'all' };
}
