import {
  deleteStrategy,
  optionsGroupNotFound,
  optionsGroupSchema,
} from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import { strategyReferrers } from '../../compose/strategy-referrers.ts';
import { defineStrategyEndpoint } from './deps.ts';
import { optionsGroupExample } from './examples.ts';
import { optionsGroupPath, renderGroup } from './options-group-schemas.ts';

/** Maximum number of users that a refusal names. */
const SHOWN = 20;

export const deleteOptionsGroup = defineStrategyEndpoint({
  name: 'deleteOptionsGroup',
  method: 'DELETE',
  path: '/v1/options_group/{id}',
  area: 'Dispatch strategies',
  summary: 'Delete a dispatch strategy',
  description:
    'The reply shows it as it was. Orders that name it need another strategy before they can be dispatched. A strategy that a ' +
    'workflow, a notification trigger, a shop, an optimization strategy or another dispatch strategy uses, or that is the ' +
    'default of the organization, cannot be deleted; `details.usedBy` names the users.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  params: optionsGroupPath,
  reply: optionsGroupSchema,
  replyExample: optionsGroupExample,
  refusals: [optionsGroupNotFound, contentionOver('options group'), inUse],
  async handle({ input: { path }, ctx }) {
    const { defaultDispatchStrategyId } = await preferencesOf(ctx);
    if (defaultDispatchStrategyId === path.id) {
      return inUse(`"${path.id}" is the default of the organization. Choose another default first.`, {
        usedBy: [{ type: 'organization', id: ctx.organizationId }],
      });
    }
    const usedBy = await strategyReferrers(ctx, ctx.organizationId, path.id);
    if (usedBy.length > 0) {
      const users = usedBy.slice(0, SHOWN);
      return inUse(
        `The dispatch strategy "${path.id}" is used by ${users.map((user) => `${user.type} ${user.id}`).join(', ')}. Change these first.`,
        { id: path.id, usedBy: users },
      );
    }
    const strategy = await deleteStrategy(ctx, ctx.organizationId, path.id);
    return isRefusal(strategy) ? strategy : renderGroup(strategy);
  },
});
