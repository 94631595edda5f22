import * as z from 'zod';
import { defineEntity } from '../../../platform/table/index.ts';

/** One rule: conditions on a job, and the strategy for its dispatch when they hold. */
export const dispatchRuleSchema = z.object({
  id: z.string(),
  label: z.string(),
  /** In the language of workflow filters; all must hold. */
  conditions: z.array(z.unknown()),
  optionsGroupId: z.string(),
});

/** One rule. */
export type DispatchRule = z.infer<typeof dispatchRuleSchema>;

const dispatchRulesSchema = z.object({
  organizationId: z.string(),
  /** In order: the first that holds chooses. */
  rules: z.array(dispatchRuleSchema),
  /** The strategy when none holds; null = that of the organization's preferences. */
  defaultOptionsGroupId: z.string().nullable(),
  updatedAt: z.string(),
});

/** The rules by which an organization chooses a strategy for orders and jobs that name none. */
export type DispatchRules = z.infer<typeof dispatchRulesSchema>;

export const dispatchRulesEntity = defineEntity<DispatchRules, Pick<DispatchRules, 'organizationId'>>({
  name: 'dispatchRules',
  schema: dispatchRulesSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'dispatchRules', id: 'all' }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Maximum number of rules of an organization: all are read with each dispatch that names no strategy. */
export const MAX_RULES = 50;
