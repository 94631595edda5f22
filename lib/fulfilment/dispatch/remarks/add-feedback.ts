import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { defineEvent } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { defineEntity, save } from '../../../platform/table/index.ts';
import { advancedTask, deliveryOf, jobIdOf, jobPartition } from '../../jobs/index.ts';
import { findJob, findJobByExternalIdentifier, type JobActor } from '../find-job.ts';
import { jobNotFound } from '../refusals.ts';

const feedbackSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  deliveryId: z.string(),
  id: z.string(),
  score: z.number(),
  comment: z.string().nullable(),
  createdAt: z.string(),
  /** When the delivery got its first feedback; absent = `createdAt`. */
  firstAt: z.string().optional(),
});

/** The recipient's feedback on a delivery: one per delivery, the latest. */
export type Feedback = z.infer<typeof feedbackSchema>;

export const feedbackEntity = defineEntity<
  Feedback,
  Pick<Feedback, 'organizationId' | 'jobId' | 'deliveryId'>
>({
  name: 'feedback',
  schema: feedbackSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ deliveryId }) => ({ kind: 'log', parts: [deliveryId] }),
});

/** A rating, for those who count ratings; one that replaces another has the same `firstAt`. */
export const feedbackAdded = defineEvent({
  name: 'delivery.feedback_added',
  schema: z.object({
    jobId: z.string(),
    taskId: z.string(),
    deliveryId: z.string(),
    score: z.number(),
    firstAt: z.string(),
    /** Counts the ratings of the delivery. */
    version: z.int(),
  }),
  summary: 'A recipient rated a delivery, or changed the rating.',
});

/** Stores the feedback on a delivery and replaces earlier feedback. */
export async function addFeedback(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  actor: JobActor,
  of:
    | { readonly deliveryId: string; readonly score: number; readonly comment?: string | undefined }
    | { readonly externalIdentifier: string; readonly score: number; readonly comment?: string | undefined },
): Promise<Feedback | Refusal> {
  const named = 'deliveryId' in of ? of.deliveryId : of.externalIdentifier;
  const job =
    'deliveryId' in of
      ? await findJob(deps.table, actor, jobIdOf(of.deliveryId) ?? of.deliveryId)
      : await findJobByExternalIdentifier(deps.table, actor, of.externalIdentifier);
  const unknown = jobNotFound(`There is no delivery "${named}".`, { id: named });
  if (isRefusal(job)) return unknown;
  const first = job.configurations[0]?.value;
  const delivery =
    'deliveryId' in of
      ? job.deliveries.find(({ value }) => value.id === of.deliveryId)?.value
      : first && deliveryOf(job, advancedTask(job, first.id));
  if (!delivery) return unknown;
  const { organizationId, jobId, taskId, id: deliveryId } = delivery;
  const stored = await deps.table.get(feedbackEntity, { organizationId, jobId, deliveryId });
  const createdAt = toInstant(deps.clock.now());
  const firstAt = stored?.value.firstAt ?? stored?.value.createdAt ?? createdAt;
  const value: Feedback = {
    organizationId,
    jobId,
    deliveryId,
    id: stored?.value.id ?? deps.ids.next('fbk'),
    score: of.score,
    comment: of.comment ?? null,
    ...{ createdAt, firstAt },
  };
  const version = (stored?.version ?? 0) + 1;
  const added = feedbackAdded.record({
    aggregate: jobPartition(organizationId, jobId),
    cause: `${value.id}#${version}`,
    occurredAt: createdAt,
    data: { jobId, taskId, deliveryId, score: of.score, firstAt, version },
  });
  if ((await deps.table.write([save(feedbackEntity, stored, value), added])).ok) return value;
  return lostRace({ what: 'delivery', id: deliveryId });
}
