import { requestOptimization as requestPlanning } from '../../../fleet/planning/index.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { instantOfLocal, localTimeOf } from '../../../platform/core/zoned-time.ts';
import { preferencesOf, readOrganization } from '../../../platform/organization/index.ts';
import type { WorkDeps, WorkOf, WorkResult } from './define-worker.ts';

const DAY_MS = 24 * 3_600_000;

/** Requests the optimization of a run: one per step, with an id derived from it. */
export async function requestOptimization(
  deps: WorkDeps,
  { organizationId, effectKey, payload }: WorkOf<'optimization_strategy'>,
): Promise<WorkResult> {
  const [organization, preferences] = await Promise.all([
    readOrganization(deps, organizationId),
    preferencesOf({ table: deps.table, organizationId }),
  ]);
  const { timeZone } = preferences;
  const { optimizationStrategyId, pickupStartTime } = payload;
  const from = instantOfLocal(`${localTimeOf(pickupStartTime, timeZone).slice(0, 10)}T00:00:00`, timeZone);
  const planner = {
    organizationId,
    keyId: 'workflow',
    storeLocationIds: null,
    driverGroupIds: null,
    listShards: organization.value.listShards,
    preferences,
    timeZone,
  };
  const id = `act_${digest('optimization', effectKey)}`;
  const activity = await requestPlanning(deps, planner, id, {
    optimizationStrategyId,
    isAutomatic: true,
    pickupTimeFrom: from,
    pickupTimeTo: new Date(Date.parse(from) + DAY_MS).toISOString(),
  });
  return isRefusal(activity)
    ? { outcome: 'failed', reason: activity.message }
    : { outcome: 'succeeded', value: { activityId: id } };
}
