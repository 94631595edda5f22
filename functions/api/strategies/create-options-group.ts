import * as z from 'zod';
import {
  createStrategy,
  invalidOptionsGroupSetting,
  optionsGroupNotFound,
  optionsGroupSchema,
  saveStrategy,
} from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { chosenId, label, renderGroup, settingsFields } from './options-group-schemas.ts';

export const createOptionsGroup = defineStrategyEndpoint({
  name: 'createOptionsGroup',
  method: 'POST',
  path: '/v1/options_group',
  area: 'Dispatch strategies',
  summary: 'Create a dispatch strategy',
  description:
    'A dispatch strategy (options group) says which providers may carry an order, how one is chosen, and what happens ' +
    'when it fails. Orders name it in `dispatchStrategyId`. With an `id` that exists, that strategy is changed.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  body: z.object({ label, id: chosenId, ...settingsFields }),
  reply: optionsGroupSchema,
  bodyExample: { label: 'Cheapest first', enableAutoDispatch: true, providerSelectionStrategy: 'cheapest' },
  replyExample: optionsGroupExample,
  refusals: [invalidOptionsGroupSetting, optionsGroupNotFound, contentionOver('options group')],
  async handle({ input: { body }, ctx }) {
    const { id, ...settings } = body;
    const strategy = id
      ? await saveStrategy(ctx, ctx.organizationId, id, settings)
      : await createStrategy(ctx, ctx.organizationId, settings);
    return isRefusal(strategy) ? strategy : renderGroup(strategy);
  },
});
