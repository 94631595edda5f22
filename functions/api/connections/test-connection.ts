import * as z from 'zod';
import { REQUEST_STAGES } from '../../../lib/engines/vocabulary/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  CONNECTION_METHODS,
  connectionNotFound,
  invalidConnection,
  testConnection,
} from '../../../lib/reactions/connections/index.ts';
import { connectionPath } from './connection-schemas.ts';
import { defineConnectionEndpoint } from './deps.ts';

/** POST /v1/connections/{id}/test */
export const testConnectionEndpoint = defineConnectionEndpoint({
  name: 'testConnection',
  method: 'POST',
  path: '/v1/connections/{id}/test',
  area: 'Connections',
  summary: 'Test a connection',
  description:
    'Sends one request without a body and reports how far it got. The receiver gets a real request: choose one that does no harm.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  params: connectionPath,
  body: z.object({
    method: z.enum(CONNECTION_METHODS).optional().meta({
      description: 'Method of the request, one that the connection allows; default the first of them.',
    }),
    path: z
      .string()
      .max(2_000)
      .optional()
      .meta({ description: 'Path below the prefix of the connection; default empty.' }),
  }),
  reply: z.object({
    ok: z.boolean().meta({ description: 'Whether the reply had a status from 200 to 299.' }),
    status: z.int().nullable().meta({ description: 'Status of the reply; null when none came.' }),
    stage: z
      .enum(REQUEST_STAGES)
      .nullable()
      .meta({ description: 'Stage at which it failed; null when it succeeded.' }),
    reason: z.string().nullable().meta({ description: 'Reason of the failure.' }),
    durationMs: z.int().meta({ description: 'Milliseconds from sending to the reply.' }),
  }),
  bodyExample: { method: 'GET', path: 'health' },
  replyExample: { ok: true, status: 200, stage: null, reason: null, durationMs: 41 },
  refusals: [connectionNotFound, invalidConnection],
  async handle({ input: { path, body }, ctx }) {
    const tested = await testConnection(ctx, ctx.organizationId, path.id, body);
    return isRefusal(tested) ? tested : { ...tested };
  },
});
