import * as z from 'zod';
import {
  changeFlag,
  FLAG_STATUSES,
  FLAG_TARGETS,
  flagNotFound,
  listFlags as list,
  readFlag,
} from '../../../lib/fulfilment/flags/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  createdFromParameter,
  instantReply,
  limitParameter,
  offsetParameter,
  optional,
} from '../../../lib/platform/http/index.ts';
import { notificationEndpoint } from './deps.ts';

const flagReply = z
  .object({
    id: z.string(),
    jobId: z.string().nullable(),
    orderId: z.string().nullable(),
    target: z.enum(FLAG_TARGETS),
    targetId: z.string(),
    message: z.string().nullable(),
    status: z.enum(FLAG_STATUSES),
    isAutoResolved: z.boolean().meta({ description: 'Whether it is resolved when the delivery recovers.' }),
    raisedBy: z.string().meta({ description: 'Key, user, workflow or trigger that raised it.' }),
    createdAt: instantReply,
    acknowledgedAt: instantReply.nullable(),
    acknowledgedBy: z.string().nullable(),
    resolvedAt: instantReply.nullable(),
    resolvedBy: z.string().nullable(),
  })
  .meta({ id: 'QueuedFlag' });

const flagExample = {
  id: 'flg_01JD8Z6Q4T9V2N5X7C3B1M0K8Hj3m8k2p9x7c5v1b4n',
  jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  orderId: null,
  target: 'delivery' as const,
  targetId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
  message: 'Not delivered 15 minutes after the window.',
  status: 'NEEDS_ATTENTION' as const,
  isAutoResolved: true,
  raisedBy: 'workflow:wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  createdAt: '2026-03-05T01:11:51.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
};

const path = z.object({ id: z.string().meta({ description: 'Id of the flag, `flg_...`.' }) });
const id = (description: string) => optional(z.string().max(128)).meta({ description });
const instant = (description: string) => optional(z.iso.datetime({ offset: true })).meta({ description });

/** GET /v1/flags */
export const listFlags = notificationEndpoint({
  name: 'listFlags',
  method: 'GET',
  path: '/v1/flags',
  area: 'Flags',
  summary: 'List flags',
  description:
    'Flags of deliveries, tasks, jobs and orders, newest first, raised by people, workflows or triggers. ' +
    'Without `status`, only open ones. At most 2,000 open flags are searched, and 31 days of resolved ones.',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  query: z.object({
    status: optional(z.union([z.enum(FLAG_STATUSES), z.array(z.enum(FLAG_STATUSES))])).meta({
      description: 'One status, or several. Default: `NEEDS_ATTENTION` and `ACKNOWLEDGED`.',
    }),
    target: optional(z.enum(FLAG_TARGETS)).meta({ description: 'Kind of the flagged object.' }),
    jobId: id('Flags of this job.'),
    orderId: id('Flags of this order.'),
    targetId: id('Flags of this delivery, task, job or order.'),
    raisedBy: id('Origin of the flag, such as `workflow:wf_...`.'),
    search: id('Text in the message.'),
    from: instant('Start of the range in which flags were resolved; default seven days ago.'),
    to: instant('End of the range in which flags were resolved; default now.'),
    createdFrom: createdFromParameter,
    limit: limitParameter({ fallback: 50, max: 200 }),
    offset: offsetParameter,
  }),
  reply: z.object({
    results: z.array(flagReply),
    totalCount: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: { results: [flagExample], totalCount: 1, limit: 50, offset: 0 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, status, ...filters } = query;
    const statuses = status === undefined ? undefined : [status].flat();
    const flags = await list(ctx, ctx.caller, { ...filters, statuses });
    return {
      results: flags.slice(offset, offset + limit),
      totalCount: flags.length,
      limit,
      offset,
    };
  },
});

/** GET /v1/flags/{id} */
export const getFlag = notificationEndpoint({
  name: 'getFlag',
  method: 'GET',
  path: '/v1/flags/{id}',
  area: 'Flags',
  summary: 'Get a flag',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: path,
  reply: flagReply,
  replyExample: flagExample,
  refusals: [flagNotFound],
  async handle({ input, ctx }) {
    const flag = await readFlag(ctx, ctx.caller, input.path.id);
    return isRefusal(flag) ? flag : flag.value;
  },
});

const changing = (name: string, verb: 'acknowledge' | 'resolve', summary: string, description: string) =>
  notificationEndpoint({
    name,
    method: 'POST',
    path: `/v1/flags/{id}/${verb}`,
    area: 'Flags',
    summary,
    description,
    permission: 'WRITE_JOB',
    forLimited: 'narrowed',
    params: path,
    reply: flagReply,
    replyExample: {
      ...flagExample,
      status: verb === 'acknowledge' ? ('ACKNOWLEDGED' as const) : ('RESOLVED' as const),
    },
    refusals: [flagNotFound, contentionOver('flag')],
    async handle({ input, ctx }) {
      const status = verb === 'acknowledge' ? 'ACKNOWLEDGED' : 'RESOLVED';
      return changeFlag(ctx, ctx.caller, input.path.id, { status, by: ctx.caller.keyId });
    },
  });

/** POST /v1/flags/{id}/acknowledge */
export const acknowledgeFlag = changing(
  'acknowledgeFlag',
  'acknowledge',
  'Acknowledge a flag',
  'Marks the flag as being handled. A resolved flag stays as it is.',
);

/** POST /v1/flags/{id}/resolve */
export const resolveFlag = changing(
  'resolveFlag',
  'resolve',
  'Resolve a flag',
  'Removes the flag from the queue. A resolved flag stays as it is.',
);
