import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  createStrategy,
  invalidOptionsGroupSetting,
  optionsGroupSchema,
} from '../../../lib/strategies/index.ts';
import { dispatchEndpoint } from './deps.ts';
import { createBody, createExample, optionsGroupExample } from './options-group-schemas.ts';

/** POST /v1/options_group */
export const createOptionsGroup = dispatchEndpoint({
  name: 'createOptionsGroup',
  method: 'POST',
  path: '/v1/options_group',
  area: 'Dispatch strategies',
  summary: 'Create a dispatch strategy',
  description:
    'A dispatch strategy ("options group") says which providers may carry an order, which of them is tried first and ' +
    'what happens when it fails. Orders name it as `dispatchStrategyId`, jobs as `optionsGroupId`; without one, every ' +
    'provider is asked, the cheapest is tried first, and the next one when it fails.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  body: createBody,
  bodyExample: createExample,
  reply: optionsGroupSchema,
  replyExample: optionsGroupExample,
  refusals: [invalidOptionsGroupSetting],
  async handle({ input: { body }, ctx }) {
    const strategy = await createStrategy(ctx.organizationId, body, ctx);
    return isRefusal(strategy) ? strategy : optionsGroupSchema.parse(strategy);
  },
});
