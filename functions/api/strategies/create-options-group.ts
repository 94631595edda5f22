import * as z from 'zod';
import {
  createStrategy,
  invalidOptionsGroupSetting,
  optionsGroupSchema,
} from '../../../lib/fulfilment/strategies/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { givenId, label, renderGroup, settingsFields } from './options-group-schemas.ts';

export const createOptionsGroup = defineStrategyEndpoint({
  name: 'createOptionsGroup',
  method: 'POST',
  path: '/v1/options_group',
  area: 'Dispatch strategies',
  summary: 'Create a dispatch strategy',
  description:
    'A dispatch strategy (options group) says which providers may carry an order, how one is chosen, and what happens ' +
    'when it fails. Orders name it in `dispatchStrategyId`.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  body: z.object({ label, id: givenId, ...settingsFields }),
  reply: optionsGroupSchema,
  bodyExample: { label: 'Cheapest first', enableAutoDispatch: true, providerSelectionStrategy: 'cheapest' },
  replyExample: optionsGroupExample,
  refusals: [invalidOptionsGroupSetting],
  async handle({ input: { body }, ctx }) {
    const { id, ...settings } = body;
    if (id) {
      return invalidOptionsGroupSetting(
        `id is "${id}", but the service assigns the id of a new dispatch strategy. Leave id out, or change the existing one: PATCH /v1/options_group/${id}.`,
        { field: 'id' },
      );
    }
    const strategy = await createStrategy(ctx, ctx.organizationId, settings);
    return isRefusal(strategy) ? strategy : renderGroup(strategy);
  },
});
