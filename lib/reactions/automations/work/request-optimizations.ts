import { requestOptimization } from '../../../fleet/planning/index.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { instantOfLocal, localTimeOf } from '../../../platform/core/zoned-time.ts';
import { preferencesOf, readOrganization } from '../../../platform/organization/index.ts';
import type { Workers } from './do-work.ts';

const DAY_MS = 24 * 3_600_000;

/** The worker that requests the optimizations of runs: one per step, with an id derived from it. */
export const optimizationWorkers: Workers = {
  async optimization_strategy(deps, { organizationId, effectKey, payload }) {
    const [organization, preferences] = await Promise.all([
      readOrganization(deps, organizationId),
      preferencesOf({ table: deps.table, organizationId }),
    ]);
    const { timeZone } = preferences;
    const midnight = `${localTimeOf(String(payload.pickupStartTime), timeZone).slice(0, 10)}T00:00:00`;
    const from = instantOfLocal(midnight, timeZone);
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
    const activity = await requestOptimization(deps, planner, id, {
      optimizationStrategyId: String(payload.optimizationStrategyId),
      pickupTimeFrom: from,
      pickupTimeTo: new Date(Date.parse(from) + DAY_MS).toISOString(),
    });
    return isRefusal(activity)
      ? { outcome: 'failed', reason: activity.message }
      : { outcome: 'succeeded', value: { activityId: id } };
  },
};
