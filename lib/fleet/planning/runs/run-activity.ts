import { InvalidProblem } from '../../../engines/optimization/index.ts';
import { TravelFailure } from '../../../engines/travel/index.ts';
import {
  type Activity,
  activityEntity,
  finishedActivity,
  type PlannedActivity,
} from '../../../platform/activities/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Stored } from '../../../platform/table/index.ts';
import type { RunOf } from './run-files.ts';

type Deps = Pick<CoreDeps, 'table' | 'clock'>;

/** The activity while it is in progress; undefined when it has ended, for example by a cancellation. */
export async function activityInProgress(
  { table }: Deps,
  { organizationId, activityId: id }: RunOf,
): Promise<Stored<Activity> | undefined> {
  const stored = await table.get(activityEntity, { organizationId, id });
  return stored?.value.status === 'IN_PROGRESS' ? stored : undefined;
}

/** Writes a planned change of the activity; undefined when its status does not allow it. */
export async function changeActivity(
  { table, clock }: Deps,
  { organizationId, activityId: id }: RunOf,
  plan: (stored: Stored<Activity>) => PlannedActivity | Refusal,
): Promise<Stored<Activity> | undefined> {
  const changed = await retryLostRace(clock, async () => {
    const stored = await table.get(activityEntity, { organizationId, id });
    const planned = stored && plan(stored);
    if (!planned || isRefusal(planned)) return 'forbidden';
    if ((await table.write(planned.operations)).ok) return planned.next;
  });
  if (!changed) throw new Error(`Activity ${id} changed too often to be written.`);
  return changed === 'forbidden' ? undefined : changed;
}

/**
 * Ends the activity as failed when the problem or the roads are the cause: `vendor_message`, and `vendor_reasons` that
 * end with the id concerned (specification 4.7). Any other error is thrown again, so that the step is retried.
 */
export async function failFor(
  deps: Deps,
  of: RunOf,
  error: unknown,
  orderIds: readonly string[],
): Promise<void> {
  if (!(error instanceof InvalidProblem) && !(error instanceof TravelFailure)) throw error;
  const [, position] = error instanceof InvalidProblem ? (/^jobs\[(\d+)\]/.exec(error.field) ?? []) : [];
  await failActivity(
    deps,
    of,
    error.message,
    position === undefined ? undefined : orderIds[Number(position)],
  );
}

/** Ends the activity as failed. */
export async function failActivity(deps: Deps, of: RunOf, message: string, orderId?: string): Promise<void> {
  const result = {
    vendor_message: message,
    vendor_reasons: [orderId === undefined ? message : `${message} ${orderId}`],
  };
  await changeActivity(deps, of, (stored) =>
    finishedActivity(
      stored,
      { trigger: 'fail', result, error: { code: 'NO_ELIGIBLE_ROUTES', message } },
      deps.clock.now(),
    ),
  );
}
