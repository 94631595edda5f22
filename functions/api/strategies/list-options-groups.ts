import * as z from 'zod';
import { listStrategies, optionsGroupSchema } from '../../../lib/fulfilment/strategies/index.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { renderGroup } from './options-group-schemas.ts';

export const listOptionsGroups = defineStrategyEndpoint({
  name: 'listOptionsGroups',
  method: 'GET',
  path: '/v1/options_group',
  area: 'Dispatch strategies',
  summary: 'List dispatch strategies',
  description: 'Newest first, as a bare array.',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'shared',
  reply: z.array(optionsGroupSchema),
  replyExample: [optionsGroupExample],
  refusals: [],
  async handle({ ctx }) {
    return (await listStrategies(ctx.table, ctx.organizationId)).map(renderGroup);
  },
});
