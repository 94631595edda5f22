import * as z from 'zod';
import {
  DAYS_OF_WEEK,
  type SavedTemplate,
  type TemplateInput,
  TIME_UNITS,
} from '../../../lib/fleet/templates/index.ts';
import { fitNames, instant, instantReply, rowVersion, shortText } from '../../../lib/platform/http/index.ts';
import { shiftFields, shiftInput } from '../fleet/shift-schemas.ts';
import { windowFields } from './window-input.ts';

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day such as 10:00')
  .optional();
const clockTimes = {
  startTimeLocal: clockTime.meta({
    description: 'Start in local time, such as `10:00`; then startDatetime and endDatetime bound the days.',
  }),
  endTimeLocal: clockTime.meta({
    description: 'End in local time; an end before the start is on the next day.',
  }),
  timezoneId: shortText(60).optional().meta({
    description: 'Time zone of the days, such as `Europe/Berlin`; default that of the organization.',
  }),
};

const {
  name,
  allowedTags,
  leadTimeMinutes,
  priceCents,
  minimumOrderValueCents,
  maximumCapacity,
  storeLocationId,
  zoneId,
  zoneExternalId,
  windowMetadata,
  isActive,
} = windowFields;

const windowPayload = z.object({
  ...clockTimes,
  name,
  allowedTags,
  leadTimeMinutes,
  priceCents,
  minimumOrderValueCents,
  maximumCapacity,
  storeLocationId,
  zoneId,
  zoneExternalId,
  windowMetadata,
  isActive,
});

const day = z
  .string()
  .transform((text) => {
    const upper = text.trim().toUpperCase();
    return DAYS_OF_WEEK.find(
      (one) => one === upper || one.slice(0, 3) === upper || one.slice(0, 2) === upper,
    );
  })
  .pipe(z.enum(DAYS_OF_WEEK))
  .meta({ override: { type: 'string', enum: [...DAYS_OF_WEEK] } });

const unit = z
  .string()
  .transform((text) => `${text.trim().toUpperCase().replace(/S$/, '')}S`)
  .pipe(z.enum(TIME_UNITS))
  .optional();

const count = z.int().min(1).max(366).optional();

/** A template in requests. */
export const templateInput = z
  .object({
    type: z.enum(['DELIVERY_WINDOW', 'SHIFT']).meta({ description: 'Kind of objects that it creates.' }),
    externalId: shortText(255)
      .nullish()
      .meta({ description: 'External id; the template that has it is changed.' }),
    version: rowVersion,
    name: shortText(200)
      .optional()
      .meta({ description: 'Name of the template and of the objects that it creates.' }),
    deliveryWindowTemplatePayload: windowPayload
      .optional()
      .meta({ description: 'Fields of each delivery window.' }),
    shiftTemplatePayload: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'Fields of each shift, as in POST /v1/shifts/upsert without `id`, `plannedStart` and `plannedEnd`; also `startTimeLocal`, `endTimeLocal` and `timezoneId` as for windows.',
    }),
    startDatetime: instant.optional().meta({ description: 'Start of the first one; default now.' }),
    endDatetime: instant.nullish().meta({ description: 'End of the first one.' }),
    daysOfWeek: z.array(day).max(7).optional().meta({ description: 'Weekdays; empty = every day.' }),
    generationFrequencyValue: count.meta({
      description: 'Interval at which further ones are created; default 1.',
    }),
    generationFrequencyUnit: unit.meta({
      description: 'Unit of the interval: `DAYS` (default), `WEEKS`, `MONTHS`.',
    }),
    createInstancesUpToValue: count.meta({ description: 'How far ahead they are created; default 4.' }),
    createInstancesUpToUnit: unit.meta({ description: 'Unit of that: `DAYS`, `WEEKS` (default), `MONTHS`.' }),
    overrideExistingInstances: z
      .boolean()
      .optional()
      .meta({ description: 'Whether existing ones take these fields as well; default false.' }),
  })
  .meta({ id: 'TemplateInput' })
  .superRefine((template, context) => {
    const isShift = template.type === 'SHIFT';
    const [wanted, other] = isShift
      ? (['shiftTemplatePayload', 'deliveryWindowTemplatePayload'] as const)
      : (['deliveryWindowTemplatePayload', 'shiftTemplatePayload'] as const);
    if (template[other] !== undefined) {
      context.addIssue({
        code: 'custom',
        path: [other],
        message: `does not belong to ${template.type}; send ${wanted}`,
      });
    }
    const checked = shiftPayload.safeParse(template.shiftTemplatePayload ?? {});
    if (!isShift || checked.success) return;
    for (const { path, message } of checked.error.issues) {
      context.addIssue({ code: 'custom', path: ['shiftTemplatePayload', ...path], message });
    }
  });

const anyTime = '2026-01-01T00:00:00.000Z';

/** A payload is a shift without its times. */
const shiftPayload = z
  .object(clockTimes)
  .loose()
  .transform((payload, context) => {
    const { startTimeLocal, endTimeLocal, timezoneId, ...fields } = payload;
    const whole = { name: 'Shift', ...fields, plannedStart: anyTime, plannedEnd: anyTime };
    const shift = shiftInput.safeParse(fitNames(shiftInput, whole).body);
    if (!shift.success) {
      for (const { path, message } of shift.error.issues) {
        context.issues.push({ code: 'custom', path, message, input: payload });
      }
      return z.NEVER;
    }
    const { plannedStart: _, plannedEnd: __, id: ___, name: given, ...rest } = shiftFields(shift.data);
    const named = fields.name === undefined ? {} : { name: given };
    return { startTimeLocal, endTimeLocal, timezoneId, ...rest, ...named };
  });

/** A template of a request in the form of the domain. */
export function readTemplate(input: z.output<typeof templateInput>): TemplateInput {
  const given = input.deliveryWindowTemplatePayload ?? input.shiftTemplatePayload;
  const read = input.type === 'SHIFT' && given ? shiftPayload.parse(given) : given;
  const payload = read && Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  const {
    externalId,
    name: called,
    startDatetime,
    endDatetime,
    daysOfWeek,
    overrideExistingInstances,
  } = input;
  const { generationFrequencyValue, generationFrequencyUnit } = input;
  const { createInstancesUpToValue, createInstancesUpToUnit } = input;
  const timezoneId = typeof payload?.timezoneId === 'string' ? payload.timezoneId : undefined;
  return {
    type: input.type,
    version: input.version,
    externalId: externalId ?? null,
    ...(called === undefined ? {} : { name: called }),
    ...(payload ? { payload } : {}),
    ...(timezoneId === undefined ? {} : { timezoneId }),
    ...(startDatetime === undefined ? {} : { startDatetime }),
    ...(endDatetime === undefined ? {} : { endDatetime }),
    ...(daysOfWeek ? { daysOfWeek } : {}),
    ...(generationFrequencyValue === undefined && generationFrequencyUnit === undefined
      ? {}
      : {
          generationFrequency: {
            value: generationFrequencyValue ?? 1,
            unit: generationFrequencyUnit ?? 'DAYS',
          },
        }),
    ...(createInstancesUpToValue === undefined && createInstancesUpToUnit === undefined
      ? {}
      : {
          createInstancesUpTo: {
            value: createInstancesUpToValue ?? 4,
            unit: createInstancesUpToUnit ?? 'WEEKS',
          },
        }),
    ...(overrideExistingInstances === undefined ? {} : { overrideExistingInstances }),
  };
}

/** A template in replies. */
export const templateReply = z
  .object({
    id: z.string(),
    type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    externalId: z.string().optional(),
    name: z.string(),
    timezoneId: z.string(),
    startDatetime: instantReply,
    endDatetime: instantReply.optional(),
    daysOfWeek: z.array(z.string()),
    generationFrequencyValue: z.int(),
    generationFrequencyUnit: z.string(),
    createInstancesUpToValue: z.int(),
    createInstancesUpToUnit: z.string(),
    overrideExistingInstances: z.boolean(),
    instances: z.int().meta({ description: 'Its windows or shifts that lie ahead.' }),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Template' });

/** A stored template in its wire form. */
export function renderTemplate({ stored, instances }: SavedTemplate): z.input<typeof templateReply> {
  const { organizationId: _, generationFrequency, createInstancesUpTo, ...template } = stored.value;
  return {
    ...template,
    externalId: template.externalId ?? undefined,
    endDatetime: template.endDatetime ?? undefined,
    generationFrequencyValue: generationFrequency.value,
    generationFrequencyUnit: generationFrequency.unit,
    createInstancesUpToValue: createInstancesUpTo.value,
    createInstancesUpToUnit: createInstancesUpTo.unit,
    instances,
    version: stored.version,
  };
}
