import * as z from 'zod';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { organizationEntity } from '../../../lib/platform/organization/index.ts';

/** Read to check whether the table answers; no organization ever has this id. */
const NOBODY = { id: 'org_health' };

/** GET /v1/health-check */
export const checkHealth = defineEndpoint({
  name: 'checkHealth',
  method: 'GET',
  path: '/v1/health-check',
  area: 'Service',
  summary: 'Check whether the service works',
  description: '`"TRUE"` when the service can reach its table, `"FALSE"` when it cannot.',
  permission: null,
  forLimited: null,
  reply: z.enum(['TRUE', 'FALSE']).meta({ id: 'HealthCheckResponse' }),
  replyExample: 'TRUE',
  refusals: [],
  async handle({ ctx }) {
    try {
      await ctx.table.get(organizationEntity, NOBODY);
      return 'TRUE';
    } catch (error) {
      ctx.log.error(
        'meta.table.unreachable',
        'The table does not answer.',
        { requestId: ctx.requestId },
        error,
      );
      return 'FALSE';
    }
  },
});
