import * as z from 'zod';
import { MEASURE_NAMES, type MeasureName } from '../../../lib/engines/vocabulary/index.ts';
import {
  MAX_EMAILS,
  MAX_MEASURES,
  REPORT_PERIODS,
  type Report,
} from '../../../lib/operations/insight/index.ts';
import { instantReply, optional, shortText } from '../../../lib/platform/http/index.ts';
import { emailField } from '../tenancy/user-schemas.ts';

/** Measures of a report that names none. */
const USUAL: readonly MeasureName[] = Object.freeze([
  'orders',
  'deliveries',
  'on-time',
  'lateness',
  'first-attempt-success',
  'cost-per-delivery',
]);

/** Hour at which a report is sent that names none. */
const USUAL_HOUR = 7;

/** Fields of a report in a request. */
export const reportInput = z.object({
  name: shortText(80).meta({ description: 'Name of the report; the subject begins with it.' }),
  period: z.enum(REPORT_PERIODS).meta({
    description: 'What it is about: `day` is yesterday, `week` the last Monday to Sunday.',
  }),
  hour: optional(z.int().min(0).max(23)).meta({
    description: `Hour in the organization's time zone from which it is sent, every day or on Mondays; default ${USUAL_HOUR}.`,
  }),
  emails: z.array(emailField).min(1).max(MAX_EMAILS).meta({ description: 'E-mail addresses that get it.' }),
  measures: optional(z.array(z.enum(MEASURE_NAMES)).min(1).max(MAX_MEASURES)).meta({
    description: `Names of measures, in the order of the report; default ${USUAL.join(', ')}.`,
  }),
});

/** The fields of a report that were sent, in their stored form. */
export function reportFields({ name, period, hour, emails, measures }: z.output<typeof reportInput>) {
  return { name, period, emails, hour: hour ?? USUAL_HOUR, measures: [...(measures ?? USUAL)] };
}

export const reportReply = z
  .object({
    id: z.string(),
    name: z.string(),
    period: z.enum(REPORT_PERIODS),
    hour: z.int(),
    emails: z.array(z.string()),
    measures: z.array(z.string()),
    createdAt: instantReply,
  })
  .meta({ id: 'InsightReport' });

/** A report as callers see it. */
export function renderReport({ organizationId: _, ...report }: Report): z.output<typeof reportReply> {
  return report;
}

export const reportBodyExample = {
  name: 'Our week',
  period: 'week' as const,
  emails: ['ops@example.com'],
};

export const reportExample: z.input<typeof reportReply> = {
  id: 'rpt_01JQ8ZK5T3M9X7V2N4B6C8D0F1',
  ...reportBodyExample,
  hour: USUAL_HOUR,
  measures: [...USUAL],
  createdAt: '2026-03-05T14:30:00.000Z',
};
