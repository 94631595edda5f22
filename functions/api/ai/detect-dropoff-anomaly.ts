import * as z from 'zod';
import { deliveryNotFound } from '../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import {
  detectDropoffAnomaly as detect,
  modelsSpent,
  notAtDropoff,
} from '../../../lib/reactions/reviews/index.ts';
import { aiEndpoint } from './deps.ts';

const facts = z.object({
  status: z.string(),
  arrivedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  minutesAtDropoff: z.int().nullable().meta({ description: 'From the arrival to the handover.' }),
  minutesAfterWindow: z.int().nullable().meta({ description: 'After the end of the dropoff window.' }),
  metersFromAddress: z.int().nullable().meta({
    description:
      'Between the courier at the handover and the address; null without a position near that time.',
  }),
  missingProofs: z.array(z.string()),
  proofs: z.array(z.string()),
  lateStatuses: z.array(z.string()),
  note: z.string().nullable(),
});

const factsExample = {
  status: 'dropoff_complete',
  arrivedAt: '2026-03-05T12:01:00.000Z',
  completedAt: '2026-03-05T12:01:20.000Z',
  minutesAtDropoff: 0,
  minutesAfterWindow: -12,
  metersFromAddress: 1_840,
  missingProofs: ['photo_proof_of_delivery'],
  proofs: [],
  lateStatuses: [],
  note: null,
};

/** POST /v1/ai/detect-dropoff-anomaly */
export const detectDropoffAnomaly = aiEndpoint({
  name: 'detectDropoffAnomaly',
  method: 'POST',
  path: '/v1/ai/detect-dropoff-anomaly',
  area: 'Reviews',
  summary: 'Let a model judge whether a dropoff is unusual',
  description:
    'The model sees the facts that the reply lists: where the courier was, when, and what proves the handover. Counts as a ' +
    'question to models.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  body: z.object({ deliveryId: shortText(100).meta({ description: 'Id of the delivery, `dlv_...`.' }) }),
  bodyExample: { deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1' },
  reply: z.object({
    deliveryId: z.string(),
    isAnomaly: z.boolean().meta({ description: 'Whether a person should look at it.' }),
    confidence: z.number().meta({ description: 'How sure the model is, from 0 to 1.' }),
    reasons: z.array(z.string()),
    facts,
  }),
  replyExample: {
    deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
    isAnomaly: true,
    confidence: 0.9,
    reasons: [
      'The package was handed over 1,840 m from the address, 20 seconds after the arrival, without a photo.',
    ],
    facts: factsExample,
  },
  refusals: [deliveryNotFound, notAtDropoff, modelsSpent],
  async handle({ input: { body }, ctx }) {
    const review = await detect(ctx, ctx.caller, body.deliveryId);
    if (isRefusal(review)) return review;
    const { missingProofs, proofs, lateStatuses, ...others } = review.facts;
    return {
      ...review,
      reasons: [...review.reasons],
      facts: {
        ...others,
        missingProofs: [...missingProofs],
        proofs: [...proofs],
        lateStatuses: [...lateStatuses],
      },
    };
  },
});
