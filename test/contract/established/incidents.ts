import { z } from 'zod';
import { flag, number, oneOf, shape, text, texts, whole, wholes } from './values.ts';

export const feedbackInput = shape({ score: number }, { comment: text });

export const flagStatus = oneOf`NEEDS_ATTENTION ACKNOWLEDGED RESOLVED`;

export const flagInput = shape(
  { status: flagStatus.optional(), notes: text },
  { ...texts`jobId taskId orderId deliveryId` },
);

export const noteInput = shape({ ...texts`jobId note` }, { taskId: text });

export const refundRequestType = oneOf`
  arrived_late delivered_early delivered_to_wrong_address missing_or_incorrect_items never_delivered
  poor_delivery_experience other
`;

export const deliveryIncidentInput = shape(
  {
    raiseIncident: flag,
    incidentNotes: text.max(512),
    incidentType: oneOf`REFUND_REQUEST COURIER_NOTES`.optional(),
  },
  {
    incidentSubtype: refundRequestType,
    incidentFileUrl: text,
    incidentFileUrls: z.array(text),
    ...wholes`requestAmountDeliveryFeeCents requestAmountOrderValueCents requestAmountTipCents`,
  },
);

export const deliveryIncident = shape(
  {
    ...texts`jobId taskId incidentNotes`,
    raiseIncident: flag,
    incidentType: text.nullable(),
    incidentSubtype: text.nullable(),
    incidentFileUrl: text.nullable(),
    incidentFileUrls: z.array(text).nullable(),
  },
  {
    refundRequestId: text,
    ...wholes`requestAmountDeliveryFeeCents requestAmountOrderValueCents requestAmountTipCents`,
  },
);

export const feedback = shape({ ...texts`id deliveryId`, score: number }, { comment: text });

export const refundStatus = oneOf`1 2 3 4 5 6 7`;

export const refundRequest = shape(
  {
    ...texts`id createdAt jobId taskId organizationId incidentSubtype incidentNotes response`,
    status: z.union([refundStatus, text]),
    refundAmountCents: whole.nullable(),
    refundAmountDeliveryFeeCents: whole.nullable(),
    ...wholes`refundAmountOrderValueCents refundAmountTipCents`,
    currency: text.nullable(),
    proofOfRefund: text.nullable(),
    requestAmountCents: whole.nullable(),
    requestAmountDeliveryFeeCents: whole.nullable(),
    requestAmountOrderValueCents: whole.nullable(),
    requestAmountTipCents: whole.nullable(),
  },
  { resolutionDate: text },
);

export const listedRefundRequest = z.array(refundRequest);
