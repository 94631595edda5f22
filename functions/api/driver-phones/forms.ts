import * as z from 'zod';
import {
  formAnswer,
  formInvalid,
  listSubmissions,
  MAX_FORMS,
  MAX_LISTED,
  readForms,
  setForms,
} from '../../../lib/fleet/driver-app/index.ts';
import { fleetNotFound } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import { driverForm, driverFormExample } from './form-schemas.ts';
import { courierId, phoneExample } from './phone-schemas.ts';

const area = "Driver's app";
const path = '/v1/driver-phones/forms';
const reply = z.object({ forms: z.array(driverForm), version: z.int() }).meta({ id: 'DriverForms' });
const replyExample = { forms: [driverFormExample], version: 1 };

/** GET /v1/driver-phones/forms */
export const getDriverForms = phoneEndpoint({
  name: 'getDriverForms',
  method: 'GET',
  path,
  area,
  summary: 'Get the forms of drivers',
  permission: 'READ_FLEET',
  forLimited: 'shared',
  reply,
  replyExample,
  refusals: [],
  async handle({ ctx }) {
    const { value, version } = await readForms(ctx.table, ctx.organizationId);
    return { forms: value.forms, version };
  },
});

/** PUT /v1/driver-phones/forms */
export const setDriverForms = phoneEndpoint({
  name: 'setDriverForms',
  method: 'PUT',
  path,
  area,
  takesIfMatch: true,
  summary: 'Replace the forms of drivers',
  description:
    "The driver's app shows them with its next contact. What a driver fills in is sent as the webhook `form.submitted`.",
  permission: 'WRITE_FLEET',
  forLimited: 'refused',
  body: z.object({
    forms: z
      .array(driverForm)
      .max(MAX_FORMS)
      .meta({ description: `All forms, at most ${MAX_FORMS}.` }),
  }),
  bodyExample: { forms: [driverFormExample] },
  reply,
  replyExample,
  refusals: [formInvalid, conflict, contentionOver('driver forms')],
  async handle({ input: { body }, ctx }) {
    const stored = await setForms(ctx, ctx.organizationId, body.forms, ctx.expectedVersion);
    return isRefusal(stored) ? stored : { forms: stored.value.forms, version: stored.version };
  },
});

const submission = z
  .object({
    id: z.string(),
    formKey: z.string(),
    formName: z.string(),
    driverName: z.string(),
    deliveryId: z.string().nullable(),
    routeId: z.string().nullable(),
    stopId: z.string().nullable(),
    submittedAt: instantReply,
    answers: z.array(z.object({ key: z.string(), label: z.string(), value: formAnswer })),
  })
  .meta({ id: 'FormSubmission' });

/** GET /v1/driver-phones/form-submissions */
export const listFormSubmissions = phoneEndpoint({
  name: 'listFormSubmissions',
  method: 'GET',
  path: '/v1/driver-phones/form-submissions',
  area,
  summary: 'List the forms that a driver filled in',
  description: `The latest ${MAX_LISTED}, the latest first; kept for 400 days.`,
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  query: z.object({ courierId }),
  reply: z.object({ submissions: z.array(submission) }),
  replyExample: {
    submissions: [
      {
        id: '3w5e11264sgsf2r5c1q8y6nmxz',
        formKey: driverFormExample.key,
        formName: driverFormExample.name,
        driverName: 'Ana Ruiz',
        deliveryId: null,
        routeId: null,
        stopId: null,
        submittedAt: phoneExample.lastContactAt,
        answers: [{ key: 'mileage', label: 'Mileage', value: 48_211 }],
      },
    ],
  },
  refusals: [fleetNotFound],
  async handle({ input: { query }, ctx }) {
    const found = await listSubmissions(ctx.table, editorOf(ctx), query.courierId);
    return isRefusal(found) ? found : { submissions: found.map((one) => submission.parse(one)) };
  },
});
