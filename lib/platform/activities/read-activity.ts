import type { Refusal } from '../core/refusal.ts';
import type { Stored, Table } from '../table/index.ts';
import { type Activity, activityEntity, activityPartition } from './activity.ts';
import { activityProgressEntity, joinedProgress } from './progress-row.ts';
import { activityNotFound } from './refusals.ts';
import { activityResultPartEntity, readResult } from './result-part.ts';

/** Who reads an activity. */
export interface ActivityActor {
  readonly organizationId: string;
  /** Store locations and driver groups to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

/** An activity with its result. */
export interface FoundActivity {
  readonly stored: Stored<Activity>;
  readonly result: Readonly<Record<string, unknown>> | null;
}

/** The activity with this id when the actor may see it, or NOT_FOUND. 1 call. */
export async function readActivity(
  table: Table,
  actor: ActivityActor,
  id: string,
): Promise<FoundActivity | Refusal> {
  const aggregate = await table.readAggregate(
    activityPartition({ organizationId: actor.organizationId, id }),
  );
  const stored = aggregate.one(activityEntity);
  if (!stored || !maySeeActivity(actor, stored.value)) {
    return activityNotFound(`There is no activity with the id "${id}".`, { id });
  }
  const parts = aggregate.all(activityResultPartEntity).map(({ value }) => value);
  const result = readResult(stored.value, parts);
  if (stored.value.status !== 'IN_PROGRESS') return { stored, result };
  const joined = joinedProgress(aggregate.all(activityProgressEntity).map(({ value }) => value));
  return joined
    ? { stored: { ...stored, value: { ...stored.value, progress: joined } }, result }
    : { stored, result };
}

/** A caller with limits sees activities requested within the same limits. */
export function maySeeActivity(
  actor: ActivityActor,
  activity: Pick<Activity, 'storeLocationIds' | 'driverGroupIds'>,
): boolean {
  return (
    isWithin(actor.storeLocationIds, activity.storeLocationIds) &&
    isWithin(actor.driverGroupIds, activity.driverGroupIds)
  );
}

function isWithin(limit: readonly string[] | null, asked: readonly string[] | null): boolean {
  return limit === null || (asked?.every((id) => limit.includes(id)) ?? false);
}
