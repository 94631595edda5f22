import * as z from 'zod';
import { listStrategies, optionsGroupSchema } from '../../../lib/strategies/index.ts';
import { dispatchEndpoint } from './deps.ts';
import { optionsGroupExample } from './options-group-schemas.ts';

/** GET /v1/options_group */
export const listOptionsGroups = dispatchEndpoint({
  name: 'listOptionsGroups',
  method: 'GET',
  path: '/v1/options_group',
  area: 'Dispatch strategies',
  summary: 'List dispatch strategies',
  description: 'All dispatch strategies of the organization, newest first.',
  permission: 'READ_DISPATCH_STRATEGY',
  reply: z.array(optionsGroupSchema),
  replyExample: [optionsGroupExample],
  refusals: [],
  async handle({ ctx }) {
    const strategies = await listStrategies(ctx.table, ctx.organizationId);
    return strategies.map((strategy) => optionsGroupSchema.parse(strategy));
  },
});
