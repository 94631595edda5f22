import * as z from 'zod';
import {
  ASSIGNMENT_PHASES,
  answerOffer,
  assignCourier as assign,
  assignmentNotFound,
  assignmentRefused,
  assignmentsOf,
  MAX_OF_COURIER,
  tooManyAssignments,
} from '../../../lib/fleet/own-fleet/index.ts';
import type { Assignment } from '../../../lib/fleet/own-fleet/provider/index.ts';
import { jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { actorOf, ownFleetEndpoint } from './deps.ts';

const id = (description: string) => z.string().min(1).max(255).meta({ description });

const courierId = id('Id or external identifier of the courier.');

const assignment = z
  .object({
    id: z.string().meta({ description: 'Id of the task, or of the batch whose packages go together.' }),
    jobId: z.string(),
    status: z.enum(ASSIGNMENT_PHASES).meta({
      description:
        '`looking`: no courier yet. `offered`: a courier is being asked. `accepted`: a courier has it. `over`: completed or given up.',
    }),
    courierId: z.string().nullable(),
    offeredUntil: z.string().nullable().meta({ description: 'Expiry of the offer.' }),
    assignedBy: z.string().nullable().meta({
      description: 'Origin of the choice: `strategy`, `route`, or the id of a key or user.',
    }),
    refusedBy: z.array(z.string()).meta({ description: 'Couriers who refused it or did not answer.' }),
    updatedAt: z.string(),
  })
  .meta({ id: 'CourierAssignment' });

const example = {
  id: 'tsk_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
  jobId: 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  status: 'accepted' as const,
  courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  offeredUntil: null,
  assignedBy: 'strategy',
  refusedBy: [],
  updatedAt: '2026-03-05T01:11:51.000Z',
};

function rendered({ phase: status, ...one }: Assignment): z.infer<typeof assignment> {
  return assignment.parse({ ...one, status });
}

const orRefusal = (done: Assignment | Refusal) => (isRefusal(done) ? done : rendered(done));

/** POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier */
export const assignCourier = ownFleetEndpoint({
  name: 'assignCourier',
  method: 'POST',
  path: '/v1/jobs/{jobId}/tasks/{taskId}/assign-courier',
  area: 'Own fleet',
  summary: 'Assign a courier to a task',
  description:
    'Assigns a task of the own fleet to this courier without asking; the previous courier loses it. A task of a ' +
    'batch takes the whole batch with it. Refused once the package was picked up. The courier need not be on shift.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({
    jobId: id('Id or external identifier of the job.'),
    taskId: id('Id of the task, `tsk_...`.'),
  }),
  body: z.object({ courierId }).meta({ id: 'AssignCourierInput' }),
  bodyExample: { courierId: example.courierId },
  reply: assignment,
  replyExample: { ...example, assignedBy: 'key_01JD8Z6Q4T9V2N5X7C3B1M0K8J' },
  refusals: [jobNotFound, assignmentNotFound, assignmentRefused, tooManyAssignments, contentionOver('task')],
  async handle({ input: { path, body }, ctx }) {
    return orRefusal(await assign(ctx, actorOf(ctx), { ...path, ...body, by: ctx.caller.keyId }));
  },
});

const answer = {
  method: 'POST',
  area: 'Own fleet',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: z.object({ taskId: id('Id of the task, `tsk_...`; for a batch any of its tasks.') }),
  body: z.object({ courierId }).meta({ id: 'OfferAnswerInput' }),
  bodyExample: { courierId: example.courierId },
  reply: assignment,
  refusals: [assignmentNotFound, assignmentRefused, contentionOver('task')],
} as const;

/** POST /v1/fleet/tasks/{taskId}/accept */
export const acceptTask = ownFleetEndpoint({
  ...answer,
  name: 'acceptTask',
  path: '/v1/fleet/tasks/{taskId}/accept',
  summary: 'Accept an offered task',
  description:
    'The courier who was offered the task takes it. An answer after `offeredUntil`, or from another courier, is refused.',
  replyExample: example,
  async handle({ input: { path, body }, ctx }) {
    return orRefusal(await answerOffer(ctx, actorOf(ctx), { ...path, ...body, accepts: true }));
  },
});

/** POST /v1/fleet/tasks/{taskId}/refuse */
export const refuseTask = ownFleetEndpoint({
  ...answer,
  name: 'refuseTask',
  path: '/v1/fleet/tasks/{taskId}/refuse',
  summary: 'Refuse an offered task',
  description: 'The next courier is asked; when none is left, the delivery goes to the next provider.',
  replyExample: {
    ...example,
    status: 'looking' as const,
    courierId: null,
    assignedBy: 'strategy',
    refusedBy: [example.courierId],
  },
  async handle({ input: { path, body }, ctx }) {
    return orRefusal(await answerOffer(ctx, actorOf(ctx), { ...path, ...body, accepts: false }));
  },
});

/** GET /v1/fleet/couriers/{id}/assignments */
export const listAssignments = ownFleetEndpoint({
  name: 'listAssignments',
  method: 'GET',
  path: '/v1/fleet/couriers/{id}/assignments',
  area: 'Own fleet',
  summary: 'List the offers and tasks of a courier',
  description: `At most ${MAX_OF_COURIER}, in the order in which the courier got them.`,
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  params: z.object({ id: courierId }),
  reply: z.object({ assignments: z.array(assignment) }),
  replyExample: { assignments: [example] },
  refusals: [assignmentNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await assignmentsOf(ctx, actorOf(ctx), path.id);
    return isRefusal(found) ? found : { assignments: found.map(rendered) };
  },
});
