import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  deleteStrategy,
  optionsGroupContention,
  optionsGroupNotFound,
  optionsGroupSchema,
} from '../../../lib/strategies/index.ts';
import { dispatchEndpoint } from './deps.ts';
import { optionsGroupExample, optionsGroupPath } from './options-group-schemas.ts';

/** DELETE /v1/options_group/{id} */
export const deleteOptionsGroup = dispatchEndpoint({
  name: 'deleteOptionsGroup',
  method: 'DELETE',
  path: '/v1/options_group/{id}',
  area: 'Dispatch strategies',
  summary: 'Delete a dispatch strategy',
  description:
    'Returns the strategy as it was. Jobs keep its settings; orders that name it have to name another one to be dispatched.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  params: optionsGroupPath,
  reply: optionsGroupSchema,
  replyExample: optionsGroupExample,
  refusals: [optionsGroupNotFound, optionsGroupContention],
  async handle({ input: { path }, ctx }) {
    const strategy = await deleteStrategy(ctx.organizationId, path.id, ctx);
    return isRefusal(strategy) ? strategy : optionsGroupSchema.parse(strategy);
  },
});
