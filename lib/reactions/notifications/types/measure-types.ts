import * as z from 'zod';
import { MEASURE_NAMES } from '../../../engines/vocabulary/index.ts';
import { defineNotificationTrigger } from './define-notification-trigger.ts';

/** Maximum number of hours that a rule measures together. */
export const MAX_RULE_HOURS = 24;

const only = (what: string) =>
  z
    .array(z.string().min(1).max(100))
    .max(20)
    .optional()
    .meta({ description: `Only these ${what}; ids, empty = all.` });

/** What a rule on a measure requires. Filters have the names that the API of insights gives them. */
export const measureRuleSchema = z.object({
  measure: z.enum(MEASURE_NAMES).meta({ description: 'Measure.' }),
  comparison: z.enum(['below', 'above']).meta({ description: 'Alarm when it is.' }),
  threshold: z.number().min(-1e9).max(1e9).meta({
    description: 'Threshold; in the unit of the measure, a share from 0 to 1, an amount in cents.',
  }),
  hours: z
    .int()
    .min(1)
    .max(MAX_RULE_HOURS)
    .meta({ description: `Past hours that are measured together; 1 to ${MAX_RULE_HOURS}.` }),
  minimumCases: z.int().min(1).max(1_000_000).default(1).meta({
    description: 'Least number of cases; with fewer a share or an average decides nothing, default 1.',
  }),
  tellsWhenOver: z.boolean().default(false).meta({ description: 'Whether it tells when it is over.' }),
  store: only('stores'),
  zone: only('zones'),
  provider: only('providers'),
  driverGroup: only('driver groups'),
  strategy: only('dispatch strategies'),
  workflow: only('workflows'),
});

export type MeasureRule = z.infer<typeof measureRuleSchema>;

/** Slug of the type. */
export const MEASURE_RULE = 'measure_threshold';

const measureThreshold = defineNotificationTrigger({
  type: MEASURE_RULE,
  title: 'Measure Crosses a Threshold',
  description:
    'A measure of insights was below or above a threshold over the past hours, such as on time below 0.92 for 2 hours. It is ' +
    'checked whenever numbers change, at most every 15 minutes, and every hour. It fires once until the measure is back. An ' +
    'organization has at most 20 of these.',
  entityType: 'unknown',
  actions: ['send_message'],
  statuses: [],
  on: ['insight.measure_breached', 'insight.measure_recovered'],
  most: 20,
  isAddressed: true,
  message: '{{trigger_metadata.text}}',
  parameters: measureRuleSchema,
  fires: ({ event }, { tellsWhenOver }) => event.name === 'insight.measure_breached' || tellsWhenOver,
});

/** Triggers on the numbers of insight. */
export const measureTypes = [measureThreshold];
