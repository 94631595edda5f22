import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { defaultPreferences, readOrganization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { isCadenceDue } from './cadence.ts';
import { optimizationStrategyEntity } from './optimization-strategy.ts';
import { requestOptimization } from './request-optimization.ts';
import { schedulesOf } from './strategy-schedules.ts';

/** Default range of minutes of an automatic run. */
const A_DAY_IN_MINUTES = 1_440;

/**
 * Starts the scheduled optimization of a strategy, for the orders whose pickups start in its range. If the
 * scheduler calls twice, the activity has the same id.
 */
export async function startScheduledOptimization(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  fired: {
    readonly organizationId: string;
    readonly strategyId: string;
    readonly at: string;
    readonly isCadence: boolean;
  },
): Promise<void> {
  const { organizationId, strategyId, at, isCadence } = fired;
  const stored = await deps.table.get(optimizationStrategyEntity, { organizationId, id: strategyId });
  // It was switched off meanwhile, and its schedule is being removed.
  if (!stored || schedulesOf(stored.value).length === 0) return;
  if (isCadence && !(await isCadenceDue(deps, organizationId, stored.value.settings, at))) return;
  const { pickupTimeFromInMinutes, pickupTimeToInMinutes } = stored.value.settings;
  const from = pickupTimeFromInMinutes ?? 0;
  const to = pickupTimeToInMinutes ?? from + A_DAY_IN_MINUTES;
  const after = (minutes: number) => toInstant(Date.parse(at) + minutes * 60_000);
  const { value: organization } = await readOrganization(deps, organizationId);
  const planner = {
    organizationId,
    keyId: 'schedule',
    storeLocationIds: null,
    driverGroupIds: null,
    listShards: organization.listShards,
    preferences: organization.preferences ?? defaultPreferences(),
    timeZone: organization.preferences.timeZone,
  };
  const started = await requestOptimization(deps, planner, runId(strategyId, at), {
    isAutomatic: true,
    pickupTimeFrom: after(from),
    pickupTimeTo: after(to),
    optimizationStrategyId: strategyId,
  });
  if (isRefusal(started)) {
    deps.log.info('planning.schedule-passed', 'A scheduled optimization found nothing to do.', {
      organizationId,
      strategyId,
      at,
      reason: started.message,
    });
  }
}

/** Letters of ids. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Id of the run of a strategy at a time, the same for every repetition. */
function runId(strategyId: string, at: string): string {
  const hash = createHash('sha256').update(`${strategyId} ${at}`).digest();
  const letters = Array.from(hash.subarray(0, 16), (byte) => LETTERS[byte % LETTERS.length]);
  return `act_${encodeTime(Date.parse(at), 10)}${letters.join('')}`;
}
