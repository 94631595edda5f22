import * as z from 'zod';
import {
  changeOptimizationStrategy,
  createOptimizationStrategy as create,
  listOptimizationStrategies as list,
  optimizationInvalid,
  optimizationStrategyNotFound,
  readOptimizationStrategy,
} from '../../../lib/fleet/planning/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { planningEndpoint } from './deps.ts';
import {
  settingsFields,
  settingsOf,
  strategyExample,
  strategyPath,
  strategyReply,
  toReply,
} from './strategy-schemas.ts';

const area = 'Optimization';
const label = shortText(255).meta({ description: 'Name of the strategy.' });

/** POST /v1/optimization-strategies */
export const createOptimizationStrategy = planningEndpoint({
  name: 'createOptimizationStrategy',
  method: 'POST',
  path: '/v1/optimization-strategies',
  area,
  summary: 'Create an optimization strategy',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object({ label, ...settingsFields }),
  bodyExample: { label: 'Evening', dropoffServiceTimeSeconds: 240, searchLevel: 3 },
  reply: strategyReply,
  replyExample: strategyExample,
  refusals: [optimizationInvalid, optimizationStrategyNotFound],
  async handle({ input: { body }, ctx }) {
    const input = { label: body.label, settings: settingsOf(body) };
    const made = await create(ctx, ctx.caller, ctx.ids.next('opn'), input);
    return isRefusal(made) ? made : toReply(made);
  },
});

/** GET /v1/optimization-strategies */
export const listOptimizationStrategies = planningEndpoint({
  name: 'listOptimizationStrategies',
  method: 'GET',
  path: '/v1/optimization-strategies',
  area,
  summary: 'List optimization strategies',
  description: 'Newest first, including deleted ones.',
  permission: 'READ_OPTIMIZATION',
  forLimited: 'shared',
  reply: z.object({ optimizationStrategies: z.array(strategyReply) }),
  replyExample: { optimizationStrategies: [strategyExample] },
  refusals: [],
  async handle({ ctx }) {
    return { optimizationStrategies: (await list(ctx, ctx.organizationId)).map(toReply) };
  },
});

/** GET /v1/optimization-strategies/{id} */
export const getOptimizationStrategy = planningEndpoint({
  name: 'getOptimizationStrategy',
  method: 'GET',
  path: '/v1/optimization-strategies/{id}',
  area,
  summary: 'Get an optimization strategy',
  permission: 'READ_OPTIMIZATION',
  forLimited: 'shared',
  params: strategyPath,
  reply: strategyReply,
  replyExample: strategyExample,
  refusals: [optimizationStrategyNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readOptimizationStrategy(ctx, ctx.organizationId, path.id);
    return isRefusal(found) ? found : toReply(found);
  },
});

/** PATCH /v1/optimization-strategies/{id} */
export const updateOptimizationStrategy = planningEndpoint({
  name: 'updateOptimizationStrategy',
  method: 'PATCH',
  path: '/v1/optimization-strategies/{id}',
  area,
  summary: 'Update an optimization strategy',
  description:
    'Only the fields that are sent change. Optimizations that were started before are not affected.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  takesIfMatch: true,
  params: strategyPath,
  body: z.object({ label: label.optional(), ...settingsFields }),
  bodyExample: { searchLevel: 5 },
  reply: strategyReply,
  replyExample: { ...strategyExample, searchLevel: 5, version: 2 },
  refusals: [optimizationStrategyNotFound, optimizationInvalid, contentionOver('optimization strategy')],
  async handle({ input: { path, body }, ctx }) {
    const change = { label: body.label, settings: settingsOf(body) };
    const changed = await changeOptimizationStrategy(ctx, ctx.caller, path.id, change, ctx.expectedVersion);
    return isRefusal(changed) ? changed : toReply(changed);
  },
});

/** DELETE /v1/optimization-strategies/{id} */
export const deleteOptimizationStrategy = planningEndpoint({
  name: 'deleteOptimizationStrategy',
  method: 'DELETE',
  path: '/v1/optimization-strategies/{id}',
  area,
  summary: 'Delete an optimization strategy',
  description:
    'It stays readable, but no optimization can use it any more. Deleting again changes nothing. A strategy that a workflow uses cannot be deleted; `details.usedBy` names the workflows.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  takesIfMatch: true,
  params: strategyPath,
  reply: strategyReply,
  replyExample: { ...strategyExample, isDeleted: true, version: 2 },
  refusals: [
    optimizationStrategyNotFound,
    contentionOver('optimization strategy'),
    optimizationInvalid,
    inUse,
  ],
  async handle({ input: { path }, ctx }) {
    const change = { isDeleted: true as const };
    const changed = await changeOptimizationStrategy(ctx, ctx.caller, path.id, change, ctx.expectedVersion);
    return isRefusal(changed) ? changed : toReply(changed);
  },
});
