import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** When the driver's app asks for a form. `any` = the driver opens it. */
export const FORM_MOMENTS = Object.freeze(['pickup', 'dropoff', 'return', 'shift', 'any'] as const);

/** A moment at which something ends that a required form holds up. */
export type StepMoment = Exclude<(typeof FORM_MOMENTS)[number], 'shift' | 'any'>;

/** Kinds of fields of a form. */
export const FORM_FIELD_TYPES = Object.freeze(['text', 'number', 'yes_no', 'choice'] as const);

/** Forms of an organization, fields of a form and choices of a field at most. */
export const MAX_FORMS = 20;
export const MAX_FORM_FIELDS = 30;
export const MAX_FORM_CHOICES = 50;

const fieldSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(FORM_FIELD_TYPES),
  /** Of a `choice`; empty for others. */
  choices: z.array(z.string()),
  isRequired: z.boolean(),
});

const formSchema = z.object({
  key: z.string(),
  name: z.string(),
  moment: z.enum(FORM_MOMENTS),
  /** Whether a stop cannot be completed without it. */
  isRequired: z.boolean(),
  fields: z.array(fieldSchema),
});

/** A form that an organization's drivers fill in. */
export type DriverForm = z.output<typeof formSchema>;

const formsSchema = z.object({
  organizationId: z.string(),
  forms: z.array(formSchema),
  updatedAt: z.string(),
});

/** All forms of an organization. */
export type DriverForms = z.output<typeof formsSchema>;

export const driverFormsEntity = defineEntity<DriverForms, Pick<DriverForms, 'organizationId'>>({
  name: 'driverForms',
  schema: formsSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'driver-forms', id: organizationId }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'driver-forms', id: ({ organizationId }) => organizationId },
});

/** Days that what drivers filled in is kept. */
const KEPT_DAYS = 400;

/** Longest answer, in characters. */
export const MAX_ANSWER = 2_000;

/** An answer to a field. */
export const formAnswer = z.union([z.string().max(MAX_ANSWER), z.number(), z.boolean()]);
export type FormAnswer = z.output<typeof formAnswer>;

const submissionSchema = z.object({
  organizationId: z.string(),
  courierId: z.string(),
  id: z.string(),
  formKey: z.string(),
  formName: z.string(),
  driverName: z.string(),
  deliveryId: z.string().nullable(),
  routeId: z.string().nullable(),
  stopId: z.string().nullable(),
  submittedAt: z.string(),
  /** With the labels as they were. */
  answers: z.array(z.object({ key: z.string(), label: z.string(), value: formAnswer })),
});

/** A form as a driver filled it in. */
export type FormSubmission = z.output<typeof submissionSchema>;

/** What a driver filled in. */
export function submissionsPartition(of: { organizationId: string; courierId: string }): Partition {
  return { organizationId: of.organizationId, type: 'driver-form-submissions', id: of.courierId };
}

export const formSubmissionEntity = defineEntity<
  FormSubmission,
  Pick<FormSubmission, 'organizationId' | 'courierId' | 'submittedAt' | 'id'>
>({
  name: 'formSubmission',
  schema: submissionSchema,
  partition: submissionsPartition,
  sort: ({ submittedAt, id }) => ({ kind: 'log', parts: [submittedAt, id] }),
  expiresAtSeconds: ({ submittedAt }) => Math.ceil(Date.parse(submittedAt) / 1000) + KEPT_DAYS * 86_400,
});

/** Written with each form that a driver submits. */
export const formSubmitted = defineEvent({
  name: 'form.submitted',
  schema: submissionSchema.omit({ organizationId: true }),
  summary: 'A driver submitted a form that the organization defined.',
});
