import * as z from 'zod';
import { defineEntity, type Partition } from '../table/index.ts';
import { activityStatus } from './activity-lifecycle.ts';

/** What activities do (contract: ActivityAction). Areas add their own. */
export const activityAction = z.enum([
  'act_dispatch_optimized_orders',
  'act_optimize_orders',
  'act_optimize_routes',
  'act_manifest_orders',
  'act_orders_bulk_operation',
  'act_orders_bulk_action',
  'act_process_csv_upload',
  'act_dispatch_routes',
  'act_dispatch_delivery_window_orders',
  'act_dispatch_and_manifest_batch',
  'act_dispatch_and_manifest_chunk',
  'act_replay_workflow',
  'act_what_if',
  'act_plan_what_if',
  'act_check_invoice',
  'act_replan_routes',
  'act_erase_person',
  'act_export_person',
  'generate_refund_ai_analysis_report',
  'generate_customer_feedback_report',
  'generate_report',
]);
export type ActivityAction = z.infer<typeof activityAction>;

/** Actions that are optimizations, as workflows and notifications understand them. */
export const OPTIMIZATION_ACTIONS: readonly string[] = Object.freeze([
  'act_optimize_orders',
  'act_optimize_routes',
  'act_replan_routes',
]);

const json = z.record(z.string(), z.unknown());

const activitySchema = z.object({
  organizationId: z.string(),
  /** `act_...` */
  id: z.string(),
  action: activityAction,
  status: activityStatus,
  createdAt: z.string(),
  updatedAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** Who requested it: an API key, a user, a schedule. */
  createdBy: z.string(),
  /** Store locations and driver groups to which the requester was limited; null = no limit. They limit who sees it. */
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
  /** The request, as far as the worker needs it. At most about 200 kB. */
  request: json,
  /** Progress, in the figures of its action. */
  progress: json.nullable(),
  /** Small results; larger ones are in parts beside the activity. */
  result: json.nullable(),
  /** Number of parts of the result; 0 = it is in `result`. */
  resultParts: z.int().min(0),
  /** Why it failed. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

/** Work that outlives a request, as stored. */
export type Activity = z.infer<typeof activitySchema>;

const rowSchema = activitySchema.pick({
  id: true,
  action: true,
  status: true,
  createdAt: true,
  completedAt: true,
  createdBy: true,
  storeLocationIds: true,
  driverGroupIds: true,
});

/** An activity in lists. */
export type ActivityRow = z.infer<typeof rowSchema>;

/** Reads a row of the list. */
export function readActivityRow(row: unknown): ActivityRow {
  return rowSchema.parse(row);
}

/** How long finished activities are kept, in seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

/** The aggregate of an activity: its root and the parts of its result. */
export function activityPartition({
  organizationId,
  id,
}: Pick<Activity, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'activity', id };
}

/** Second since the epoch after which an activity created at `createdAt` may be deleted. */
export function activityExpiry(createdAt: string): number {
  return Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS;
}

export const activityEntity = defineEntity<Activity, Pick<Activity, 'organizationId' | 'id'>>({
  name: 'activity',
  schema: activitySchema,
  partition: activityPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'activitiesByCreation',
    // An organization starts far fewer activities than the thousand a second that a shard takes.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    // Without progress: figures are written often, and would be written twice.
    row: ({ id, action, status, createdAt, completedAt, createdBy, storeLocationIds, driverGroupIds }) => ({
      id,
      action,
      status,
      createdAt,
      completedAt,
      createdBy,
      storeLocationIds,
      driverGroupIds,
    }),
  },
  expiresAtSeconds: ({ createdAt }) => activityExpiry(createdAt),
});
