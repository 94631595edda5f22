import * as z from 'zod';
import { revokeApiKey as revoke, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { endpointFor, instantReply } from '../../../lib/platform/http/index.ts';
import { apiKeyExample, keyParams } from './api-key-schemas.ts';

/** DELETE /v1/organization-management/api-keys/{id} */
export const revokeApiKey = endpointFor<TenancyDeps>()({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/organization-management/api-keys/{id}',
  area: 'API keys',
  summary: 'Revoke an API key',
  description: 'The key and all of its secrets stop working at once, including those in an overlap.',
  permission: 'WRITE_API_KEY',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: keyParams,
  reply: z.object({ id: z.string(), revokedAt: instantReply }),
  replyExample: { id: apiKeyExample.id, revokedAt: '2026-03-06T08:00:00.000Z' },
  refusals: [notFound, conflict, contentionOver('API key')],
  handle: ({ input: { path }, ctx }) => revoke(ctx, ctx, path.id, ctx.expectedVersion),
});
