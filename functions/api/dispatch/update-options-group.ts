import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  invalidOptionsGroupSetting,
  optionsGroupContention,
  optionsGroupNotFound,
  optionsGroupSchema,
  updateStrategy,
} from '../../../lib/strategies/index.ts';
import { dispatchEndpoint } from './deps.ts';
import { optionsGroupExample, optionsGroupPath, updateBody } from './options-group-schemas.ts';

/** PATCH /v1/options_group/{id} */
export const updateOptionsGroup = dispatchEndpoint({
  name: 'updateOptionsGroup',
  method: 'PATCH',
  path: '/v1/options_group/{id}',
  area: 'Dispatch strategies',
  summary: 'Update a dispatch strategy',
  description: 'Changes the settings that are sent. Jobs keep the settings they were made with.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  params: optionsGroupPath,
  body: updateBody,
  bodyExample: { smartReassignment: true },
  reply: optionsGroupSchema,
  replyExample: { ...optionsGroupExample, smartReassignment: true },
  refusals: [optionsGroupNotFound, invalidOptionsGroupSetting, optionsGroupContention],
  async handle({ input: { path, body }, ctx }) {
    const strategy = await updateStrategy(ctx.organizationId, path.id, body, ctx);
    return isRefusal(strategy) ? strategy : optionsGroupSchema.parse(strategy);
  },
});
