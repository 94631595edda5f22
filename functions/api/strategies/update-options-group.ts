import * as z from 'zod';
import {
  invalidOptionsGroupSetting,
  optionsGroupNotFound,
  optionsGroupSchema,
  updateStrategy,
} from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { givenId, label, optionsGroupPath, renderGroup, settingsFields } from './options-group-schemas.ts';

export const updateOptionsGroup = defineStrategyEndpoint({
  name: 'updateOptionsGroup',
  method: 'PATCH',
  path: '/v1/options_group/{id}',
  area: 'Dispatch strategies',
  summary: 'Change a dispatch strategy',
  description:
    'Only the settings that are sent change. Jobs that were dispatched before keep their settings.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  params: optionsGroupPath,
  body: z.object({ label: label.optional(), id: givenId, ...settingsFields }),
  reply: optionsGroupSchema,
  bodyExample: { reassignOnFailure: true },
  replyExample: optionsGroupExample,
  refusals: [optionsGroupNotFound, invalidOptionsGroupSetting, contentionOver('options group')],
  async handle({ input: { path, body }, ctx }) {
    const { id, ...settings } = body;
    if (id && id !== path.id) {
      return invalidOptionsGroupSetting(
        `id is "${id}", but the path names "${path.id}". Ids never change: send the same one, or leave id out.`,
        { field: 'id' },
      );
    }
    const strategy = await updateStrategy(ctx, ctx.organizationId, path.id, settings);
    return isRefusal(strategy) ? strategy : renderGroup(strategy);
  },
});
