import {
  deleteStrategy,
  optionsGroupNotFound,
  optionsGroupSchema,
} from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { namedUsers } from '../../../lib/platform/core/reference-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { optionsGroupPath, renderGroup } from './options-group-schemas.ts';
import { strategyReferrers } from './strategy-referrers.ts';

export const deleteOptionsGroup = defineStrategyEndpoint({
  name: 'deleteOptionsGroup',
  method: 'DELETE',
  path: '/v1/options_group/{id}',
  area: 'Dispatch strategies',
  summary: 'Delete a dispatch strategy',
  description:
    'The reply shows it as it was. Orders that name it need another strategy before they can be dispatched. A strategy that ' +
    'settings use cannot be deleted: a workflow, another strategy that escalates to it, an optimization strategy, a ' +
    'notification trigger, a shop, or the organization as its default. `details.usedBy` names the users.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  params: optionsGroupPath,
  reply: optionsGroupSchema,
  replyExample: optionsGroupExample,
  refusals: [optionsGroupNotFound, contentionOver('options group'), inUse],
  async handle({ input: { path }, ctx }) {
    const { usedBy, named } = namedUsers(await strategyReferrers(ctx, path.id));
    if (usedBy.length > 0) {
      return inUse(`The dispatch strategy "${path.id}" is used by ${named}. Change these first.`, {
        id: path.id,
        usedBy,
      });
    }
    const strategy = await deleteStrategy(ctx, ctx.organizationId, path.id);
    return isRefusal(strategy) ? strategy : renderGroup(strategy);
  },
});
