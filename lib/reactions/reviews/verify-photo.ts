import * as z from 'zod';
import { shrinkPhoto } from '../../engines/photos/index.ts';
import { findJob, type JobActor } from '../../fulfilment/dispatch/index.ts';
import type { DocumentActor } from '../../fulfilment/documents/index.ts';
import { advancedTask, deliveryOf, type JobAggregate, jobPartition } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { askReviewer, type ReviewerDeps } from './ask-reviewer.ts';
import { fetchPhoto, type PhotoDeps } from './fetch-photo.ts';
import { photoVerified } from './photo-verified.ts';
import { noPhoto, unusablePhoto } from './refusals.ts';

/** What each kind of photo is, and the proofs that are of this kind. */
const KINDS = {
  pod: {
    what: 'a photo that proves a delivery: the package at its destination, or with its recipient',
    proofs: ['photo_proof_of_delivery'],
  },
  pickup: {
    what: 'a photo that proves a pickup: the package, or the goods, when the courier takes them over',
    proofs: ['photo_proof_of_pickup'],
  },
  signature: {
    what: 'a handwritten signature',
    proofs: ['signature_proof_of_delivery', 'signature_proof_of_pickup'],
  },
} as const;

export type VerifiedPhotoType = keyof typeof KINDS;

/** Kinds of photos that can be verified. */
export const PHOTO_TYPES = Object.freeze(Object.keys(KINDS) as [VerifiedPhotoType, ...VerifiedPhotoType[]]);

/** Photos that one review looks at: the latest of a job. */
const MAX_PHOTOS = 4;

const judgement = z.object({
  isValid: z.boolean().describe('Whether the photos show what they are to prove, well enough to see it.'),
  confidence: z.number().min(0).max(1).describe('How sure you are, from 0 to 1.'),
  reason: z
    .string()
    .max(1_000)
    .describe('What the photos show, and why that is valid or not, in a sentence or two.'),
  answer: z.string().max(2_000).nullable().describe('Answer to the question, or null when there is none.'),
});

/** What a review of a job's photos says. */
export interface PhotoReview extends z.infer<typeof judgement> {
  readonly jobId: string;
  readonly photos: readonly { readonly deliveryId: string; readonly imageUrl: string }[];
}

/** Lets a model look at the latest photos of a kind of a job, and answer a question about them; records what it says. */
export async function verifyPhoto(
  deps: ReviewerDeps & PhotoDeps & Pick<CoreDeps, 'ids'>,
  actor: JobActor & DocumentActor,
  asked: {
    readonly jobId: string;
    readonly photoType: VerifiedPhotoType;
    readonly userQuestion: string | undefined;
  },
): Promise<PhotoReview | Refusal> {
  const job = await findJob(deps.table, actor, asked.jobId);
  if (isRefusal(job)) return job;
  const { what, proofs } = KINDS[asked.photoType];
  const photos = photosOf(job, proofs).slice(-MAX_PHOTOS);
  const jobId = job.job.value.id;
  if (photos.length === 0) {
    const message = `The job "${jobId}" has no photo of the kind "${asked.photoType}" yet. Ask again when its courier has taken one.`;
    return noPhoto(message, { jobId, photoType: asked.photoType });
  }
  const seen: { readonly jpeg: Uint8Array }[] = [];
  for (const { imageUrl } of photos) {
    const content = await fetchPhoto(deps, actor, imageUrl);
    if (isRefusal(content)) return content;
    const shrunk = shrinkPhoto(content);
    if ('problem' in shrunk) {
      const shown = imageUrl.slice(0, 200);
      return unusablePhoto(`The photo ${JSON.stringify(shown)} ${shrunk.problem}.`, { url: shown });
    }
    seen.push(shrunk);
  }
  const review = await askReviewer(deps, actor.organizationId, {
    instructions: `Each photo is to be ${what}. Judge whether the photos are that, are sharp and light enough to see it, and were not taken of a screen or of something else. If the material has a question, answer it from the photos alone.`,
    material: asked.userQuestion === undefined ? 'No question.' : `Question:\n${asked.userQuestion}`,
    photos: seen,
    schema: judgement,
  });
  if (isRefusal(review)) return review;
  const { isValid, confidence, reason } = review;
  const occurredAt = toInstant(deps.clock.now());
  await deps.table.write(
    [...new Set(photos.map(({ deliveryId }) => deliveryId))].map((deliveryId) =>
      photoVerified.record({
        aggregate: jobPartition(actor.organizationId, jobId),
        cause: deps.ids.next('evt'),
        occurredAt,
        data: { jobId, deliveryId, photoType: asked.photoType, isValid, confidence, reason },
      }),
    ),
  );
  return { ...review, jobId, photos };
}

/** The photos that prove this, in the order in which they came, of the present attempts of a job. */
function photosOf(job: JobAggregate, proofs: readonly string[]) {
  return job.configurations.flatMap(({ value: { id } }) => {
    const delivery = deliveryOf(job, advancedTask(job, id));
    return (delivery?.proofOfDelivery ?? []).flatMap(({ podType, imageUrl }) =>
      delivery && proofs.includes(String(podType)) && typeof imageUrl === 'string'
        ? [{ deliveryId: delivery.id, imageUrl }]
        : [],
    );
  });
}
