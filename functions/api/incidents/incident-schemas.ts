import * as z from 'zod';
import {
  INCIDENT_SUBTYPES,
  INCIDENT_TYPES,
  type IncidentReport,
  type Reported,
} from '../../../lib/fulfilment/incidents/index.ts';
import { isWebAddress } from '../../../lib/platform/core/web-address.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';

/** Largest accepted amount, in cents: a hundred million of the currency. */
const MAX_AMOUNT_CENTS = 10_000_000_000;

/** Maximum number of files of one report. */
const MAX_FILES = 20;

/** An amount in cents, 0 or more. */
export const amountCents = z.int().min(0).max(MAX_AMOUNT_CENTS);

const fileUrl = z.string().max(2048).refine(isWebAddress, 'is not an http(s) URL');

const AMOUNTS = [
  'requestAmountDeliveryFeeCents',
  'requestAmountOrderValueCents',
  'requestAmountTipCents',
] as const;

/** POST .../delivery_incident */
export const incidentBody = z
  .object({
    raiseIncident: z.boolean().meta({
      description:
        'true = flag the delivery for review, which does not happen in real time; false = the issue is resolved.',
    }),
    incidentNotes: shortText(512).meta({ description: 'What happened.' }),
    incidentType: optional(z.enum(INCIDENT_TYPES)).meta({
      description: '`REFUND_REQUEST` asks for money back; default `COURIER_NOTES`.',
    }),
    incidentSubtype: optional(z.enum(INCIDENT_SUBTYPES)).meta({
      description: 'Kind of problem; default `other` for a refund request.',
    }),
    incidentFileUrl: optional(fileUrl).meta({ description: 'URL of a file, such as a photo.' }),
    incidentFileUrls: optional(z.array(fileUrl).max(MAX_FILES)).meta({ description: 'URLs of files.' }),
    requestAmountDeliveryFeeCents: optional(amountCents).meta({
      description: 'Requested refund of the delivery fee.',
    }),
    requestAmountOrderValueCents: optional(amountCents).meta({
      description: 'Requested refund of the value of the goods.',
    }),
    requestAmountTipCents: optional(amountCents).meta({ description: 'Requested refund of the tip.' }),
  })
  .superRefine((body, context) => {
    const positive = AMOUNTS.filter((name) => (body[name] ?? 0) > 0);
    const isRefund = body.incidentType === 'REFUND_REQUEST';
    if (isRefund && AMOUNTS.every((name) => (body[name] ?? 0) === 0)) {
      for (const name of AMOUNTS) {
        const input = body[name];
        const said = input === undefined ? 'is missing' : `is ${input}`;
        const message = `${said}; a refund request needs at least one amount above 0`;
        context.addIssue({ code: 'custom', path: [name], message, input });
      }
    }
    for (const name of isRefund ? [] : positive) {
      context.addIssue({
        code: 'custom',
        path: [name],
        input: body[name],
        message: `is ${body[name]}, but this is not a refund request; send incidentType REFUND_REQUEST, or leave the amount out`,
      });
    }
  });

export const incidentBodyExample = {
  raiseIncident: true,
  incidentNotes: 'Two bottles were broken on arrival.',
  incidentType: 'REFUND_REQUEST',
  incidentSubtype: 'poor_delivery_experience',
  incidentFileUrls: ['https://shop.example.com/photos/broken.jpg'],
  requestAmountOrderValueCents: 1_200,
  requestAmountTipCents: 200,
} as const;

/** Reply to a report (contract-facts 12). */
export const incidentReply = z
  .object({
    jobId: z.string(),
    taskId: z.string(),
    raiseIncident: z.boolean(),
    incidentNotes: z.string(),
    incidentType: z.enum(INCIDENT_TYPES),
    incidentSubtype: z.enum(INCIDENT_SUBTYPES).nullable(),
    incidentFileUrl: z.string().nullable(),
    incidentFileUrls: z.array(z.string()),
    refundRequestId: z
      .string()
      .nullable()
      .meta({ description: "Id of the task's refund request, if it has one." }),
    requestAmountDeliveryFeeCents: z.int().nullable(),
    requestAmountOrderValueCents: z.int().nullable(),
    requestAmountTipCents: z.int().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'DeliveryIncident' });

export const incidentExample = {
  jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  taskId: 'tsk_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
  raiseIncident: true,
  incidentNotes: 'Two bottles were broken on arrival.',
  incidentType: 'REFUND_REQUEST',
  incidentSubtype: 'poor_delivery_experience',
  incidentFileUrl: 'https://shop.example.com/photos/broken.jpg',
  incidentFileUrls: ['https://shop.example.com/photos/broken.jpg'],
  refundRequestId: 'rfrq_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
  requestAmountDeliveryFeeCents: 0,
  requestAmountOrderValueCents: 1_200,
  requestAmountTipCents: 200,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
} as const;

/** The report in the terms of the domain. */
export function toReport(body: z.output<typeof incidentBody>): IncidentReport {
  const { requestAmountDeliveryFeeCents, requestAmountOrderValueCents, requestAmountTipCents, ...said } =
    body;
  const incidentType = body.incidentType ?? 'COURIER_NOTES';
  if (incidentType === 'COURIER_NOTES') return { ...said, incidentType };
  return {
    ...said,
    incidentType,
    requested: {
      deliveryFeeCents: requestAmountDeliveryFeeCents ?? 0,
      orderValueCents: requestAmountOrderValueCents ?? 0,
      tipCents: requestAmountTipCents ?? 0,
    },
  };
}

/** A report in its wire form. */
export function renderReported({ incident, refund }: Reported): z.input<typeof incidentReply> {
  return {
    ...incident,
    taskId: incident.id,
    raiseIncident: incident.status === 'raised',
    incidentFileUrl: incident.incidentFileUrls[0] ?? null,
    refundRequestId: refund?.id ?? null,
    requestAmountDeliveryFeeCents: refund?.requested.deliveryFeeCents ?? null,
    requestAmountOrderValueCents: refund?.requested.orderValueCents ?? null,
    requestAmountTipCents: refund?.requested.tipCents ?? null,
  };
}
