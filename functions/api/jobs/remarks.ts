import * as z from 'zod';
import {
  disallowedOperation,
  addFeedback as feedback,
  createFlag as flag,
  jobNotFound,
  missingArgument,
  addNote as note,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { FLAG_STATUSES } from '../../../lib/fulfilment/flags/index.ts';
import { orderDuplicateExternalId, orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobEndpoint } from './deps.ts';

const id = (description: string) => z.string().max(255).meta({ description });

/** POST /v1/notes */
export const addNote = jobEndpoint({
  name: 'addNote',
  method: 'POST',
  path: '/v1/notes',
  area: 'Jobs',
  summary: 'Add a note to a task',
  description:
    'Without a task, the note goes to the current attempt of the first package. `taskNotes` has the notes of a task.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: z
    .object({
      jobId: id('Id or external identifier of the job.'),
      taskId: id('Id of the task, `tsk_...`.').optional(),
      note: z.string().trim().min(1).max(2000).meta({ description: 'The note, at most 2,000 characters.' }),
    })
    .meta({ id: 'CreateNoteInput' }),
  bodyExample: { jobId: 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8', note: 'The back door is open.' },
  reply: z
    .object({
      id: z.string(),
      createdAt: z.string(),
      note: z.string(),
      user: z.object({ email: z.string() }).nullable(),
    })
    .meta({ id: 'Note' }),
  replyExample: {
    id: 'not_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
    createdAt: '2026-03-05T01:11:51.078Z',
    note: 'The back door is open.',
    user: null,
  },
  refusals: [jobNotFound, disallowedOperation, contentionOver('job')],
  async handle({ input: { body }, ctx }) {
    const added = await note(ctx, ctx.caller, body);
    if (isRefusal(added)) return added;
    const { created_at: createdAt, ...rest } = added;
    return { ...rest, createdAt };
  },
});

const feedbackBody = z
  .object({
    score: z.number().min(0).max(5).meta({ description: 'From 0 (worst) to 5.' }),
    comment: z.string().max(2000).nullish().meta({ description: 'Comment, at most 2,000 characters.' }),
  })
  .meta({ id: 'AddFeedbackInput' });
const feedbackReply = z
  .object({ id: z.string(), deliveryId: z.string(), score: z.number(), comment: z.string().nullable() })
  .meta({ id: 'Feedback' });
const feedbackCommon = {
  method: 'POST',
  area: 'Jobs',
  description: 'A delivery has one feedback: sending it again replaces it.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: feedbackBody,
  bodyExample: { score: 5, comment: 'Friendly and early.' },
  reply: feedbackReply,
  replyExample: {
    id: 'fbk_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
    deliveryId: 'dlv_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
    score: 5,
    comment: 'Friendly and early.',
  },
  refusals: [jobNotFound, contentionOver('job')],
} as const;

/** POST /v1/feedback/{delivery_id} */
export const addFeedback = jobEndpoint({
  ...feedbackCommon,
  name: 'addFeedback',
  path: '/v1/feedback/{delivery_id}',
  summary: 'Give feedback on a delivery',
  params: z.object({ delivery_id: id('Id of the delivery, `dlv_...`.') }),
  async handle({ input: { path, body }, ctx }) {
    const given = { deliveryId: path.delivery_id, score: body.score, comment: body.comment ?? undefined };
    const kept = await feedback(ctx, ctx.caller, given);
    return isRefusal(kept) ? kept : feedbackReply.parse(kept);
  },
});

/** POST /v1/feedback/external_identifier/{external_identifier} */
export const addFeedbackByExternalIdentifier = jobEndpoint({
  ...feedbackCommon,
  name: 'addFeedbackByExternalIdentifier',
  path: '/v1/feedback/external_identifier/{external_identifier}',
  summary: 'Give feedback on the delivery of a job by its external identifier',
  params: z.object({ external_identifier: id('External identifier of the job.') }),
  async handle({ input: { path, body }, ctx }) {
    const named = { externalIdentifier: path.external_identifier, score: body.score };
    const kept = await feedback(ctx, ctx.caller, { ...named, comment: body.comment ?? undefined });
    return isRefusal(kept) ? kept : feedbackReply.parse(kept);
  },
});

/** POST /v1/flags */
export const createFlag = jobEndpoint({
  name: 'createFlag',
  method: 'POST',
  path: '/v1/flags',
  area: 'Jobs',
  summary: 'Flag a job, task, delivery or order',
  description: 'Marks exactly one of them for review.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: z
    .object({
      jobId: id('Id or external identifier of the job.').optional(),
      taskId: id('Id of the task.').optional(),
      deliveryId: id('Id of the delivery.').optional(),
      orderId: id('Id or external id of the order.').optional(),
      status: z
        .enum(FLAG_STATUSES)
        .optional()
        .meta({ description: 'Status of the flag; default `NEEDS_ATTENTION`.' }),
      notes: z.string().trim().min(1).max(2000).meta({ description: 'Reason for the flag.' }),
    })
    .meta({ id: 'CreateFlagInput' }),
  bodyExample: { jobId: 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8', notes: 'The customer called twice.' },
  reply: z
    .object({
      id: z.string(),
      jobId: z.string().nullable(),
      taskId: z.string().nullable(),
      deliveryId: z.string().nullable(),
      orderId: z.string().nullable(),
      status: z.enum(FLAG_STATUSES),
      notes: z.string(),
      createdAt: z.string(),
    })
    .meta({ id: 'Flag' }),
  replyExample: {
    id: 'flg_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
    jobId: 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
    taskId: null,
    deliveryId: null,
    orderId: null,
    status: 'NEEDS_ATTENTION',
    notes: 'The customer called twice.',
    createdAt: '2026-03-05T01:11:51.078Z',
  },
  refusals: [missingArgument, jobNotFound, orderNotFound, orderDuplicateExternalId],
  async handle({ input: { body }, ctx }) {
    return flag(ctx, ctx.caller, body);
  },
});
