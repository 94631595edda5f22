import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** Days of the week as they are stored, Monday first. */
export const DAYS_OF_WEEK = Object.freeze([
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const);

/** Units of durations: a month counts as 30 days. */
export const TIME_UNITS = Object.freeze(['DAYS', 'WEEKS', 'MONTHS'] as const);

const stretch = z.object({ value: z.int(), unit: z.enum(TIME_UNITS) });

const schema = z.object({
  organizationId: z.string(),
  /** `tpl_...` */
  id: z.string(),
  type: z.enum(['DELIVERY_WINDOW', 'SHIFT']),
  externalId: z.string().nullable(),
  name: z.string(),
  /** Fields of each window or shift, as they were checked. */
  payload: z.record(z.string(), z.unknown()),
  timezoneId: z.string(),
  /** Start and end of the first instance; with clock times in the payload the range in which there are any. */
  startDatetime: z.string(),
  endDatetime: z.string().nullable(),
  daysOfWeek: z.array(z.enum(DAYS_OF_WEEK)),
  /** Interval of further instances. */
  generationFrequency: stretch,
  /** How far ahead they are created. */
  createInstancesUpTo: stretch,
  /** Whether existing instances take the template's current fields. */
  overrideExistingInstances: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Source of delivery windows or shifts, day by day. */
export type Template = z.infer<typeof schema>;

/** Aggregate of a template. */
export function templatePartition({
  organizationId,
  id,
}: Pick<Template, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'template', id };
}

export const templateEntity = defineEntity<Template, Pick<Template, 'organizationId' | 'id'>>({
  name: 'template',
  schema,
  partition: templatePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'template', id: ({ id }) => id },
});

const claim = z.object({ organizationId: z.string(), externalId: z.string(), templateId: z.string() });

/** Says which template has an external id; at most one has it. */
export const templateExternalIdEntity = defineEntity<
  z.infer<typeof claim>,
  { organizationId: string; externalId: string }
>({
  name: 'templateExternalId',
  schema: claim,
  partition: ({ organizationId, externalId }) => ({
    organizationId,
    type: 'template-external-id',
    id: externalId,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** A duration in milliseconds. */
export function lengthOf({ value, unit }: Template['createInstancesUpTo']): number {
  return value * { DAYS: 1, WEEKS: 7, MONTHS: 30 }[unit] * 86_400_000;
}
