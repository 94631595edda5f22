import * as z from 'zod';
import {
  activityAction,
  activityStatus,
  type FoundActivity,
} from '../../../lib/platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

/** Path of one activity. */
export const activityPath = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the activity, `act_...`.' }),
});

const json = z.record(z.string(), z.unknown()).nullable();

/** An activity in replies (decision B18). */
export const activityReply = z
  .object({
    id: z.string(),
    action: activityAction.meta({ description: 'What the activity does.' }),
    status: activityStatus,
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
    startedAt: instantReply.nullable(),
    completedAt: instantReply.nullable(),
    progress: json.meta({ description: 'Progress in the figures of its action; null before it starts.' }),
    result: json.meta({
      description:
        'Result; null until it ends. A failed optimization has `vendor_message` and `vendor_reasons`.',
    }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Reason of the failure; null unless the status is `FAILED`.' }),
  })
  .meta({ id: 'Activity' });

/** The activity in the form of the reply schema, or the refusal. */
export function activityReplyOr(found: FoundActivity | Refusal): z.input<typeof activityReply> | Refusal {
  if (isRefusal(found)) return found;
  const { value, version } = found.stored;
  const { id, action, status, createdAt, updatedAt, startedAt, completedAt, progress, error } = value;
  const times = { createdAt, updatedAt, startedAt, completedAt };
  return {
    id,
    action,
    status,
    version,
    ...times,
    progress,
    result: found.result && { ...found.result },
    error,
  };
}

/** An activity for the documentation. */
export const activityExample: z.input<typeof activityReply> = {
  id: 'act_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  action: 'act_optimize_orders',
  status: 'IN_PROGRESS',
  version: 4,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:58.000Z',
  startedAt: '2026-03-05T01:11:52.000Z',
  completedAt: null,
  progress: { seconds: 6, iterations: 41_200, costCents: 18_250, routes: 4, unassigned: 0, fraction: 0.4 },
  result: null,
  error: null,
};
