import * as z from 'zod';
import {
  invalidValue,
  MAX_RULES,
  readDispatchRules,
  replaceDispatchRules,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { dispatchEndpoint } from './deps.ts';

const rule = z.object({
  label: z.string().trim().min(1).max(80).meta({ description: 'Name of the rule.' }),
  conditions: z
    .array(z.unknown())
    .min(1)
    .max(50)
    .meta({
      description:
        'Conditions on the package and the job, all of which must hold: items of a workflow filter, `{field, operator, value}` or ' +
        '`{any: [...]}`, with fields such as `package.value`, `package.pickupLocation.addressCity`, ' +
        '`package.drivingMetrics.distance`, `package.pickupStartTime`, `job.isBatch` and `job.jobMetadata.<key>`.',
    }),
  optionsGroupId: z
    .string()
    .max(100)
    .meta({ description: 'Strategy to use when the conditions hold, `opn_...`.' }),
});

const reply = z
  .object({
    rules: z.array(rule.extend({ id: z.string() })),
    defaultOptionsGroupId: z.string().nullable(),
    version: z.int(),
    updatedAt: z.string(),
  })
  .meta({ id: 'DispatchRules' });

const ruleExample = {
  label: 'Dear goods',
  conditions: [{ field: 'package.value', operator: 'greater_than', value: 200 }],
  optionsGroupId: 'opn_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
};

const replyExample = {
  rules: [{ id: 'rule_0a1b2c3d4e5f6g7h8i9j0k1l2m', ...ruleExample }],
  defaultOptionsGroupId: null,
  version: 3,
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** GET /v1/dispatch_rules */
export const getDispatchRules = dispatchEndpoint({
  name: 'getDispatchRules',
  method: 'GET',
  path: '/v1/dispatch_rules',
  area: 'Dispatch strategies',
  summary: 'Get the rules that choose a strategy',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'shared',
  reply,
  replyExample,
  refusals: [],
  async handle({ ctx }) {
    const { value, version } = await readDispatchRules(ctx, ctx.organizationId);
    const { organizationId: _, ...shown } = value;
    return { ...shown, version };
  },
});

/** PUT /v1/dispatch_rules */
export const replaceRules = dispatchEndpoint({
  name: 'replaceDispatchRules',
  method: 'PUT',
  path: '/v1/dispatch_rules',
  area: 'Dispatch strategies',
  takesIfMatch: true,
  summary: 'Replace the rules that choose a strategy',
  description:
    'Rules are tried in order for orders and jobs that name no strategy; the first that holds chooses it. When none holds, ' +
    "`defaultOptionsGroupId` is used, then the organization's preference. A rule that cannot be evaluated, for example because a " +
    'value is missing, does not hold.',
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  body: z
    .object({
      rules: z
        .array(rule)
        .max(MAX_RULES)
        .meta({ description: `All rules in order, at most ${MAX_RULES}.` }),
      defaultOptionsGroupId: z
        .string()
        .max(100)
        .nullish()
        .meta({ description: 'Strategy when no rule holds; default none.' }),
    })
    .meta({ id: 'DispatchRulesInput' }),
  bodyExample: { rules: [ruleExample] },
  reply,
  replyExample,
  refusals: [invalidValue, invalidOptionsGroup, conflict, contentionOver('dispatch rules')],
  async handle({ input: { body }, ctx }) {
    const stored = await replaceDispatchRules(ctx, ctx.organizationId, body, ctx.expectedVersion);
    if (isRefusal(stored)) return stored;
    const { organizationId: _, ...shown } = stored.value;
    return { ...shown, version: stored.version };
  },
});
