import { toInstant } from '../core/clock.ts';
import type { Refusal } from '../core/refusal.ts';
import { create, type Operation, replace, type Stored } from '../table/index.ts';
import { type Activity, type ActivityAction, activityEntity } from './activity.ts';
import { activityCreated, activityStatusChanged, recordActivity } from './activity-events.ts';
import { type ActivityTrigger, nextActivityStatus } from './activity-lifecycle.ts';
import { activityIsOver } from './refusals.ts';
import { storedResult } from './result-part.ts';

/** On whose behalf an activity is created. */
export interface ActivityOwner {
  readonly organizationId: string;
  /** Id of the API key, user or schedule. */
  readonly createdBy: string;
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

/** An activity after a change and the writes of the change. */
export interface PlannedActivity {
  readonly next: Stored<Activity>;
  readonly operations: readonly Operation[];
}

/**
 * A new activity and the writes that create it: 2 members. Add the event that starts your worker, or let the
 * worker consume `activityCreated` and check its action. The caller chooses `id`, so that a repetition finds
 * it.
 */
export function plannedActivity(
  owner: ActivityOwner,
  activity: {
    readonly id: string;
    readonly action: ActivityAction;
    readonly request: Readonly<Record<string, unknown>>;
    readonly status?: 'QUEUED' | 'SCHEDULED';
  },
  nowMs: number,
): PlannedActivity {
  const now = toInstant(nowMs);
  const value: Activity = {
    organizationId: owner.organizationId,
    id: activity.id,
    action: activity.action,
    status: activity.status ?? 'QUEUED',
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
    createdBy: owner.createdBy,
    storeLocationIds: owner.storeLocationIds && [...owner.storeLocationIds],
    driverGroupIds: owner.driverGroupIds && [...owner.driverGroupIds],
    request: { ...activity.request },
    progress: null,
    result: null,
    resultParts: 0,
    error: null,
  };
  const next = { value, version: 1 };
  return { next, operations: [create(activityEntity, value), recordActivity(activityCreated, next)] };
}

/** The activity in progress: 2 members. Refused when it has already started or ended. */
export function startedActivity(stored: Stored<Activity>, nowMs: number): PlannedActivity | Refusal {
  return moved(stored, 'start', nowMs, { startedAt: toInstant(nowMs) });
}

/** New progress figures: 1 member. Refused once the activity has ended, for example by a cancellation: stop then. */
export function progressedActivity(
  stored: Stored<Activity>,
  progress: Readonly<Record<string, unknown>>,
  nowMs: number,
): PlannedActivity | Refusal {
  if (stored.value.status !== 'IN_PROGRESS') return over(stored.value);
  const value = { ...stored.value, progress: { ...progress }, updatedAt: toInstant(nowMs) };
  return {
    next: { value, version: stored.version + 1 },
    operations: [replace(activityEntity, stored, value)],
  };
}

/** How an activity ends. */
export interface ActivityEnd {
  readonly trigger: Extract<ActivityTrigger, 'succeed' | 'fail' | 'skip'>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly progress?: Readonly<Record<string, unknown>>;
  readonly error?: NonNullable<Activity['error']>;
}

/** The activity at its end with its result: 2 members, plus one for each part of the result (at most 24). */
export function finishedActivity(
  stored: Stored<Activity>,
  end: ActivityEnd,
  nowMs: number,
): PlannedActivity | Refusal {
  const result = storedResult(stored.value, end.result ?? {});
  const planned = moved(stored, end.trigger, nowMs, {
    ...(end.result ? result.fields : {}),
    ...(end.progress ? { progress: { ...end.progress } } : {}),
    completedAt: toInstant(nowMs),
    error: end.error ?? null,
  });
  if (!('operations' in planned) || !end.result) return planned;
  return { ...planned, operations: [...planned.operations, ...result.operations] };
}

/** The activity cancelled: 2 members. Its worker finds out at its next progress and stops. */
export function canceledActivity(stored: Stored<Activity>, nowMs: number): PlannedActivity | Refusal {
  return moved(stored, 'cancel', nowMs, { completedAt: toInstant(nowMs) });
}

function moved(
  stored: Stored<Activity>,
  trigger: ActivityTrigger,
  nowMs: number,
  change: Partial<Activity>,
): PlannedActivity | Refusal {
  const status = nextActivityStatus(stored.value.status, trigger);
  if (!status) return over(stored.value);
  const value: Activity = { ...stored.value, ...change, status, updatedAt: toInstant(nowMs) };
  const next = { value, version: stored.version + 1 };
  return {
    next,
    operations: [replace(activityEntity, stored, value), recordActivity(activityStatusChanged, next)],
  };
}

function over({ id, status }: Activity): Refusal {
  return activityIsOver(`Activity ${id} is ${status}, which does not allow this.`, { id, status });
}
