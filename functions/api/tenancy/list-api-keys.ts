import * as z from 'zod';
import { lastKeyUses, listApiKeys as list, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { apiKeyExample, apiKeyReply, toReply } from './api-key-schemas.ts';

/** GET /v1/organization-management/api-keys */
export const listApiKeys = endpointFor<TenancyDeps>()({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/organization-management/api-keys',
  area: 'API keys',
  summary: 'List the API keys of the organization',
  description:
    'Oldest first, without secrets. A key that is limited to store locations or driver groups sees only keys within its limits.',
  permission: 'READ_API_KEY',
  forLimited: 'narrowed',
  reply: z.object({ apiKeys: z.array(apiKeyReply) }),
  replyExample: { apiKeys: [apiKeyExample] },
  refusals: [],
  async handle({ ctx }) {
    const apiKeys = await list(ctx, ctx.caller);
    const uses = await lastKeyUses(
      ctx,
      apiKeys.map(({ value }) => value),
    );
    return { apiKeys: apiKeys.map(({ value, version }) => toReply(value, version, uses.get(value.id))) };
  },
});
