import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import {
  connectionNotFound,
  createConnection,
  deleteConnection,
  invalidConnection,
  listConnections,
  MAX_CONNECTIONS,
  readConnection,
  tooManyConnections,
  updateConnection,
} from '../../../lib/reactions/connections/index.ts';
import {
  connectionChanges,
  connectionExample,
  connectionFields,
  connectionPath,
  connectionReply,
  renderConnection,
} from './connection-schemas.ts';
import { defineConnectionEndpoint } from './deps.ts';

/** POST /v1/connections */
export const createConnectionEndpoint = defineConnectionEndpoint({
  name: 'createConnection',
  method: 'POST',
  path: '/v1/connections',
  area: 'Connections',
  summary: 'Create a connection',
  description:
    'A connection lets workflows send HTTP requests (`send_http_request`) to one origin, below one path, with credentials that are never shown again. ' +
    `The address is checked like those of webhooks. An organization has at most ${MAX_CONNECTIONS} connections.`,
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  isConfidential: true,
  body: z.object(connectionFields),
  reply: connectionReply,
  bodyExample: {
    name: 'Loyalty',
    origin: 'https://loyalty.example.com',
    auth: { type: 'bearer', token: 'lty_live_4c21' },
    methods: ['POST'],
    pathPrefix: '/v2/',
    requestFields: ['orderId', 'points'],
  },
  replyExample: connectionExample,
  refusals: [invalidConnection, tooManyConnections],
  async handle({ input: { body }, ctx }) {
    const { pathPrefix = '/', requestFields = [] } = body;
    const made = await createConnection(ctx, ctx.organizationId, { ...body, pathPrefix, requestFields });
    return isRefusal(made) ? made : renderConnection(made);
  },
});

/** GET /v1/connections */
export const listConnectionsEndpoint = defineConnectionEndpoint({
  name: 'listConnections',
  method: 'GET',
  path: '/v1/connections',
  area: 'Connections',
  summary: 'List connections',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  reply: z.object({ connections: z.array(connectionReply) }),
  replyExample: { connections: [connectionExample] },
  refusals: [],
  async handle({ ctx }) {
    const all = await listConnections(ctx.table, ctx.organizationId);
    return { connections: all.map(renderConnection) };
  },
});

/** GET /v1/connections/{id} */
export const getConnection = defineConnectionEndpoint({
  name: 'getConnection',
  method: 'GET',
  path: '/v1/connections/{id}',
  area: 'Connections',
  summary: 'Get a connection',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  params: connectionPath,
  reply: connectionReply,
  replyExample: connectionExample,
  refusals: [connectionNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readConnection(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderConnection(found);
  },
});

/** PATCH /v1/connections/{id} */
export const updateConnectionEndpoint = defineConnectionEndpoint({
  name: 'updateConnection',
  method: 'PATCH',
  path: '/v1/connections/{id}',
  area: 'Connections',
  summary: 'Change a connection',
  description:
    'Only the fields that are sent change. A new origin needs `auth` as well, because credentials belong to one address; `auth` as a read shows it, without its secret, leaves the credentials as they are. Waiting requests are sent with the settings at that time.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  isConfidential: true,
  params: connectionPath,
  body: connectionChanges,
  reply: connectionReply,
  bodyExample: { methods: ['POST', 'PUT'] },
  replyExample: { ...connectionExample, methods: ['POST', 'PUT'], version: 2 },
  refusals: [connectionNotFound, invalidConnection, contentionOver('connection')],
  async handle({ input: { path, body }, ctx }) {
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await updateConnection(ctx, ctx.organizationId, path.id, sent, ctx.expectedVersion);
    return isRefusal(changed) ? changed : renderConnection(changed);
  },
});

/** DELETE /v1/connections/{id} */
export const deleteConnectionEndpoint = defineConnectionEndpoint({
  name: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/connections/{id}',
  area: 'Connections',
  summary: 'Delete a connection',
  description:
    'Also deletes its credentials; the reply shows the connection as it was. A connection that a workflow uses cannot be deleted; `details.usedBy` names the workflows.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  params: connectionPath,
  reply: connectionReply,
  replyExample: connectionExample,
  refusals: [connectionNotFound, contentionOver('connection'), inUse],
  async handle({ input: { path }, ctx }) {
    const deleted = await deleteConnection(ctx, ctx.organizationId, path.id, ctx.expectedVersion);
    return isRefusal(deleted) ? deleted : renderConnection(deleted);
  },
});
