import * as z from 'zod';
import { defineEntity } from '../../../platform/table/index.ts';

/** How long a state is kept after its last change; a breach that lasts longer is reported a second time. Seconds. */
const LIFE_SECONDS = 30 * 86_400;

const schema = z.object({
  organizationId: z.string(),
  triggerId: z.string(),
  /** Digest of the rule; of a rule that was changed nothing is known. */
  rule: z.string(),
  /** Since when the measure is beyond the threshold; null while it is not. */
  breachedAt: z.string().nullable(),
  changedAt: z.string(),
});

/** Whether the measure of a rule is beyond its threshold, so that each breach is reported once. */
export const ruleStateEntity = defineEntity<
  z.infer<typeof schema>,
  Pick<z.infer<typeof schema>, 'organizationId' | 'triggerId'>
>({
  name: 'insightRuleState',
  schema,
  partition: ({ organizationId }) => ({ organizationId, type: 'insightRules', id: 'all' }),
  sort: ({ triggerId }) => ({ kind: 'state', parts: [triggerId] }),
  expiresAtSeconds: ({ changedAt }) => Math.floor(Date.parse(changedAt) / 1000) + LIFE_SECONDS,
});
