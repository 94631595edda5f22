import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { digest } from '../core/ids.ts';
import { DEFAULT_PREFERENCES } from '../core/preferences.ts';
import { isRefusal } from '../core/refusal.ts';
import { defineEvent, type EventRecord } from '../events/index.ts';
import { readOrganization } from '../organization/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { Operation, Stored } from '../table/index.ts';
import { isCadenceDue } from './cadence.ts';
import {
  type OptimizationSchedule,
  type OptimizationStrategy,
  optimizationStrategyEntity,
} from './optimization-strategy.ts';
import { requestOptimization } from './request-optimization.ts';

/** Most schedules of a strategy. */
export const MAX_SCHEDULES = 10;

/** Name of the worker that the schedules of strategies invoke. */
export const OPTIMIZATION_SCHEDULE_TARGET = 'start-scheduled-optimization';

/** Default range of minutes of an automatic run. */
const A_DAY_IN_MINUTES = 1_440;

/** Store of the schedules of strategies; on AWS, EventBridge Scheduler. Both calls can be repeated. */
export interface StrategyScheduleBook {
  put(
    schedule: OptimizationSchedule & {
      /** The same for the same schedule of the same strategy. */
      readonly name: string;
      readonly organizationId: string;
      readonly strategyId: string;
      /** Whether it only asks, every few minutes, whether the cadence before a cutoff wants a run. */
      readonly isCadence: boolean;
    },
  ): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The schedules of a strategy were changed, or it was deleted. */
export const strategySchedulesChanged = defineEvent({
  name: 'optimization_strategy.schedules_changed',
  schema: z.object({ strategyId: z.string() }),
  summary: 'The schedules of an optimization strategy were set, changed or removed.',
});

type KeptSchedule = OptimizationSchedule & { readonly isCadence: boolean };

/** Asks every five minutes; see `isCadenceDue`. */
const CADENCE: KeptSchedule = Object.freeze({
  cronExpression: '*/5 * * * *',
  startDate: null,
  endDate: null,
  inputTimezoneId: 'UTC',
  isCadence: true,
});

function schedulesOf(value: OptimizationStrategy | undefined): readonly KeptSchedule[] {
  if (!value || value.isDeleted) return [];
  const { optimizationSchedules, dynamicCadenceConfig } = value.settings;
  const own = optimizationSchedules.map((schedule) => ({ ...schedule, isCadence: false }));
  return dynamicCadenceConfig === null ? own : [CADENCE, ...own];
}

/** The event that updates the schedules of a strategy; none when they are unchanged. */
export function planSchedules(
  before: Stored<OptimizationStrategy> | undefined,
  next: OptimizationStrategy,
): readonly Operation[] {
  if (JSON.stringify(schedulesOf(before?.value)) === JSON.stringify(schedulesOf(next))) return [];
  const { organizationId, id: strategyId, updatedAt } = next;
  return [
    strategySchedulesChanged.record({
      aggregate: { organizationId, type: 'optimization-strategy', id: strategyId },
      cause: `schedules#${before?.version ?? 0}`,
      occurredAt: updatedAt,
      data: { strategyId },
    }),
  ];
}

/** A strategy that keeps changing is left to the next event. */
const ROUNDS = 5;

/**
 * Sets the schedules to the current state of the strategy; a deleted one has none. Events arrive twice and
 * out of order, so the strategy is read again after each round, until it matches what was written.
 */
export async function keepSchedules(
  record: EventRecord,
  { table, clock, book }: Pick<CoreDeps, 'table' | 'clock'> & { readonly book: StrategyScheduleBook },
): Promise<void> {
  const { organizationId } = record;
  const { strategyId } = strategySchedulesChanged.parse(record).data;
  const wanted = async () =>
    schedulesOf((await table.get(optimizationStrategyEntity, { organizationId, id: strategyId }))?.value);
  let schedules = await wanted();
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = toInstant(clock.now());
    for (let index = 0; index <= MAX_SCHEDULES; index += 1) {
      const name = `strategy-${digest('schedule', organizationId, strategyId)}-${index}`;
      const schedule = schedules[index];
      // A schedule that has ended is removed; a start in the past has no effect.
      if (!schedule || (schedule.endDate !== null && schedule.endDate <= now)) await book.remove(name);
      else {
        const startDate = schedule.startDate !== null && schedule.startDate > now ? schedule.startDate : null;
        await book.put({ ...schedule, startDate, name, organizationId, strategyId });
      }
    }
    const present = await wanted();
    if (JSON.stringify(present) === JSON.stringify(schedules)) return;
    schedules = present;
  }
}

/**
 * Starts the scheduled optimization of a strategy, for the orders whose pickups start in its range. If the
 * scheduler calls twice, the activity has the same id.
 */
export async function startScheduledOptimization(
  fired: {
    readonly organizationId: string;
    readonly strategyId: string;
    readonly at: string;
    readonly isCadence: boolean;
  },
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
): Promise<void> {
  const { organizationId, strategyId, at, isCadence } = fired;
  const stored = await deps.table.get(optimizationStrategyEntity, { organizationId, id: strategyId });
  // Switched off meanwhile: the schedule is being removed.
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
    preferences: organization.preferences ?? DEFAULT_PREFERENCES,
    timeZone: organization.preferences.timeZone,
  };
  const started = await requestOptimization(deps, planner, runId(strategyId, at), {
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
