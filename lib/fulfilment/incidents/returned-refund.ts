import * as z from 'zod';
import { INCIDENT_SUBTYPES } from './incident-words.ts';
import { REFUND_STATUSES } from './refund-lifecycle.ts';

const amount = z.int();

/** A refund request as sent (specification 2.6, contract-facts 3.5). */
export const returnedRefundRequestSchema = z
  .object({
    id: z.string(),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    createdAt: z.string(),
    updatedAt: z.string(),
    resolutionDate: z
      .string()
      .nullable()
      .meta({ description: 'Time when it was approved, denied or cancelled; null while it is open.' }),
    jobId: z.string(),
    taskId: z.string(),
    organizationId: z.string(),
    incidentSubtype: z.enum(INCIDENT_SUBTYPES),
    incidentNotes: z.string(),
    incidentFileUrls: z.array(z.string()),
    status: z.enum(REFUND_STATUSES),
    requestAmountCents: amount.meta({ description: 'Sum of the three requested amounts.' }),
    requestAmountDeliveryFeeCents: amount,
    requestAmountOrderValueCents: amount,
    requestAmountTipCents: amount,
    refundAmountCents: amount
      .nullable()
      .meta({ description: 'Sum of the granted amounts; null while it is open.' }),
    refundAmountDeliveryFeeCents: amount.nullable(),
    refundAmountOrderValueCents: amount.meta({ description: '0 while it is open.' }),
    refundAmountTipCents: amount.meta({ description: '0 while it is open.' }),
    currency: z.string().nullable(),
    response: z.string().meta({ description: "The courier's reply; empty when there is none." }),
    proofOfRefund: z.string().nullable(),
  })
  .meta({ id: 'RefundRequest' });

export type ReturnedRefundRequest = z.infer<typeof returnedRefundRequestSchema>;
