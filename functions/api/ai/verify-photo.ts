import * as z from 'zod';
import { jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import {
  modelsSpent,
  noPhoto,
  PHOTO_TYPES,
  unusablePhoto,
  verifyPhoto as verify,
} from '../../../lib/reactions/reviews/index.ts';
import { aiEndpoint } from './deps.ts';

/** POST /v1/ai/verify-photo */
export const verifyPhoto = aiEndpoint({
  name: 'verifyPhoto',
  method: 'POST',
  path: '/v1/ai/verify-photo',
  area: 'Reviews',
  summary: 'Let a model judge the photos of a job',
  description:
    'A model looks at the latest photos of this kind, at most 4, of the present attempts of the job, and answers a ' +
    'question about them. What it says is in `delivery.photo_verified`, and an invalid proof of delivery fires the ' +
    'notification trigger `ai_invalid_pod`. Counts as a question to models.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  body: z.object({
    jobId: shortText(255).meta({ description: 'Id of the job or its external identifier.' }),
    photoType: z.enum(PHOTO_TYPES).meta({
      description: '`pod` for proofs of delivery, `pickup` for proofs of pickup, `signature` for signatures.',
    }),
    userQuestion: optional(shortText(1_000)).meta({ description: 'Question about the photos.' }),
  }),
  bodyExample: {
    jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    photoType: 'pod',
    userQuestion: 'Is the package under a roof?',
  },
  reply: z.object({
    jobId: z.string(),
    photoType: z.enum(PHOTO_TYPES),
    isValid: z.boolean().meta({ description: 'Whether the photos show what they are to prove.' }),
    confidence: z.number().meta({ description: 'How sure the model is, from 0 to 1.' }),
    reason: z.string(),
    answer: z.string().nullable().meta({ description: 'Answer to `userQuestion`; null without one.' }),
    photos: z.array(z.object({ deliveryId: z.string(), imageUrl: z.string() })),
  }),
  replyExample: {
    jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    photoType: 'pod',
    isValid: true,
    confidence: 0.94,
    reason: 'A sealed box stands in front of a door with the number 900.',
    answer: 'Yes, it stands under the porch.',
    photos: [
      {
        deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
        imageUrl: 'https://photos.quick-riders.example/9f3a.jpg',
      },
    ],
  },
  refusals: [jobNotFound, noPhoto, unusablePhoto, modelsSpent],
  async handle({ input: { body }, ctx }) {
    const review = await verify(ctx, ctx.caller, body);
    if (isRefusal(review)) return review;
    return { ...review, photoType: body.photoType, photos: [...review.photos] };
  },
});
