import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';

const data = z.object({
  triggerId: z.string(),
  measure: z.string(),
  label: z.string(),
  unit: z.string(),
  /** Of amounts. */
  currency: z.string().nullable(),
  value: z.number(),
  /** What the value is based on. */
  n: z.number(),
  comparison: z.string(),
  threshold: z.number(),
  hours: z.int(),
  /** Since when the measure has been beyond the threshold. */
  since: z.string(),
  /** All of this in one sentence. */
  text: z.string(),
});

/** What happened to the measure of a rule. */
export type RuleEventData = z.infer<typeof data>;

export const measureBreached = defineEvent<RuleEventData>({
  name: 'insight.measure_breached',
  schema: data,
  summary: 'A measure of insights crossed the threshold of a notification trigger.',
});

export const measureRecovered = defineEvent<RuleEventData>({
  name: 'insight.measure_recovered',
  schema: data,
  summary: 'A measure of insights came back from beyond the threshold of a notification trigger.',
});
