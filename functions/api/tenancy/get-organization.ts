import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { readOrganization } from '../../../lib/platform/organization/index.ts';
import { organizationExample, organizationReply, renderOrganization } from './organization-schemas.ts';

/** GET /v1/organization */
export const getOrganization = endpointFor<TenancyDeps>()({
  name: 'getOrganization',
  method: 'GET',
  path: '/v1/organization',
  area: 'Organization',
  summary: 'Get the organization and its preferences',
  permission: 'READ_ORGANIZATION',
  forLimited: 'shared',
  reply: organizationReply,
  replyExample: organizationExample,
  refusals: [],
  async handle({ ctx }) {
    return renderOrganization(await readOrganization(ctx, ctx.organizationId));
  },
});
