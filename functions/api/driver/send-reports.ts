import * as z from 'zod';
import { ROUTE_EXCEPTIONS } from '../../../lib/engines/vocabulary/index.ts';
import {
  type DriverReport,
  driverDisabled,
  formAnswer,
  MAX_FORM_FIELDS,
  MAX_MESSAGE,
  MAX_REPORTS,
  REPORT_OUTCOMES,
  takeReports,
} from '../../../lib/fleet/driver-app/index.ts';
import { APP_VERSION, SHIFT_STEPS } from '../../../lib/fleet/fleet/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, optional, shortText } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { phoneOf } from '../../compose/phone-of.ts';
import { driverUpdate, toDeliveryUpdate } from '../deliveries/update-schemas.ts';
import { defineDocumentEndpoint } from '../documents/deps.ts';
import { measurements } from '../own-fleet/position-schemas.ts';
import { REPORTED_STATUSES } from '../route-execution/stop-schemas.ts';

const name = (description: string) => shortText(100).meta({ description });

const common = {
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'needs 8 to 64 letters, digits, _ or -')
    .meta({ description: "The phone's own name of the report. With the same one it is carried out once." }),
  occurredAt: instant.meta({ description: 'When the driver did it.' }),
};

const report = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('offer'),
      ...common,
      taskId: name('Task of the offer.'),
      accepts: z.boolean().meta({ description: 'Whether the driver takes it.' }),
    }),
    z.object({
      kind: z.literal('stop'),
      ...common,
      routeId: name('Route of the stop.'),
      stopId: name('The stop.'),
      status: z.enum(REPORTED_STATUSES).meta({
        description: 'As in PATCH /v1/fleet/routes/{id}/stops/{stopId}.',
      }),
      reason: optional(z.string().trim().min(1).max(500)).meta({
        description: 'In the words of the driver.',
      }),
    }),
    z.object({
      kind: z.literal('delivery'),
      ...common,
      deliveryId: name('Delivery of the package.'),
      update: driverUpdate,
    }),
    z.object({
      kind: z.literal('exception'),
      ...common,
      routeId: name('Route on which it happened.'),
      type: z.enum(ROUTE_EXCEPTIONS).meta({ description: 'What happened.' }),
      stopId: optional(name('Stop at which it happened.')),
      note: optional(shortText(500)).meta({ description: 'In the words of the driver.' }),
    }),
    z.object({
      kind: z.literal('shift'),
      ...common,
      shiftId: name(
        "Id of the shift, `shf_...`. The start of one that nobody planned names it: `shf_`, the driver's id after `cou_`, and 1 to 30 letters or digits.",
      ),
      step: z.enum(SHIFT_STEPS).meta({ description: 'What the driver does.' }),
    }),
    z.object({
      kind: z.literal('message'),
      ...common,
      text: z.string().trim().min(1).max(MAX_MESSAGE).meta({ description: 'To the dispatchers.' }),
      deliveryId: optional(
        name('Delivery of the package that it is about: it is then a note of its task as well.'),
      ),
    }),
    z.object({
      kind: z.literal('form'),
      ...common,
      formKey: name('Key of the form.'),
      answers: z
        .record(z.string().max(40), formAnswer)
        .refine((given) => Object.keys(given).length <= MAX_FORM_FIELDS, 'has too many answers')
        .meta({ description: 'Answers by the keys of the fields.' }),
      deliveryId: optional(name('Delivery of the package that it is about.')),
      routeId: optional(name('Route on which it was filled in.')),
      stopId: optional(name('Stop at which it was filled in.')),
    }),
    z.object({
      kind: z.literal('read'),
      ...common,
      upTo: instant.meta({ description: 'The driver has read the messages until then.' }),
    }),
    z.object({
      kind: z.literal('sequence'),
      ...common,
      routeId: name('Route of the stops.'),
      stopIds: z.array(z.string().max(100)).min(1).max(500).meta({
        description:
          'Open stops in the order in which the driver wants them. They exchange their places; all others stay. Only with the preference `driversResequence`.',
      }),
    }),
    z.object({
      kind: z.literal('position'),
      ...common,
      latitude: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
      longitude: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
      ...measurements,
    }),
  ])
  .meta({ id: 'DriverReport' });

const result = z
  .object({
    key: z.string(),
    outcome: z.enum(REPORT_OUTCOMES).meta({
      description:
        '`done`: carried out. `refused`: it will not be carried out; show `refusal` to the driver. `later`: send it again.',
    }),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'DriverReportResult' });

/** POST /v1/driver/reports */
export const sendDriverReports = defineDocumentEndpoint({
  name: 'sendDriverReports',
  method: 'POST',
  path: '/v1/driver/reports',
  area: "Driver's app",
  summary: 'Report what the driver did',
  description:
    'Carries out what a phone has stored while it was without a network, in this order, each report once: a repeated key gets ' +
    'the result of the first. A refused report does not stop the following ones. A report of something that was overtaken by a ' +
    'later one goes into the history only. Without reports, the call says that the phone is there.',
  permission: 'DRIVE',
  forLimited: 'refused',
  isNoTool: true,
  body: z.object({
    reports: z.array(report).max(MAX_REPORTS).meta({ description: 'Oldest first.' }),
    appVersion: optional(z.string().max(40).regex(APP_VERSION, 'is not a version such as 1.4.0')).meta({
      description: 'Version of the app.',
    }),
    batteryLevel: z.number().min(0).max(1).nullable().default(null).meta({
      description: 'Charge of the battery, 0 to 1; null when the phone does not say.',
    }),
    unsentReports: z.int().min(0).max(100_000).nullable().default(null).meta({
      description: 'Reports that the phone still has, besides these.',
    }),
  }),
  bodyExample: {
    reports: [
      {
        kind: 'stop',
        key: 'r-01JD8Z6Q4T9V',
        occurredAt: '2026-03-05T18:10:00.000Z',
        routeId: 'rte_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
        stopId: 'stp_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
        status: 'IN_PROGRESS',
      },
    ],
    batteryLevel: 0.81,
    unsentReports: 0,
  },
  reply: z.object({ results: z.array(result) }),
  replyExample: { results: [{ key: 'r-01JD8Z6Q4T9V', outcome: 'done', refusal: null }] },
  refusals: [driverDisabled],
  async handle({ input: { body }, ctx }) {
    const { reports, appVersion, batteryLevel, unsentReports } = body;
    const results = await takeReports(ctx, {
      phone: phoneOf(ctx),
      listShards: ctx.caller.listShards,
      preferences: await preferencesOf(ctx),
      cause: `request:${ctx.requestId}`,
      state: { appVersion, batteryLevel, unsentReports },
      reports: reports.map(toReport),
    });
    return isRefusal(results) ? results : { results: [...results] };
  },
});

/** A report in the words of the domain. */
function toReport(sent: z.output<typeof report>): DriverReport {
  if (sent.kind === 'delivery') {
    const { proofOfDelivery = [], ...update } = sent.update;
    return { ...sent, update: toDeliveryUpdate(update), proofs: proofOfDelivery };
  }
  if (sent.kind !== 'position') return sent;
  const { kind, key, occurredAt, latitude: lat, longitude: lng, ...details } = sent;
  return { kind, key, occurredAt, lat, lng, details: { ...details, capturedAt: occurredAt } };
}
