import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { digest } from '../../platform/core/ids.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation, Stored } from '../../platform/table/index.ts';
import {
  type OptimizationSchedule,
  type OptimizationStrategy,
  optimizationStrategyEntity,
} from './optimization-strategy.ts';

/** Maximum number of schedules of a strategy. */
export const MAX_SCHEDULES = 10;

/** Name of the worker that the schedules of strategies invoke. */
export const OPTIMIZATION_SCHEDULE_TARGET = 'start-scheduled-optimization';

/** Store of the schedules of strategies; on AWS, EventBridge Scheduler. Both calls can be repeated. */
export interface OptimizationScheduler {
  put(
    schedule: OptimizationSchedule & {
      /** The same for the same schedule of the same strategy. */
      readonly name: string;
      readonly organizationId: string;
      readonly strategyId: string;
      /** Whether it only asks every few minutes whether the cadence before a cutoff calls for a run. */
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

type StoredSchedule = OptimizationSchedule & { readonly isCadence: boolean };

/** Asks every five minutes; see `isCadenceDue`. */
const CADENCE: StoredSchedule = Object.freeze({
  cronExpression: '*/5 * * * *',
  startDate: null,
  endDate: null,
  inputTimezoneId: 'UTC',
  isCadence: true,
});

export function schedulesOf(value: OptimizationStrategy | undefined): readonly StoredSchedule[] {
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

/** A strategy that keeps changing is left to its next event. */
const ROUNDS = 5;

/**
 * Sets the schedules to the current state of the strategy; a deleted one has none. Events arrive twice and out of
 * order, so the strategy is read again after each round until what was written matches it.
 */
export async function syncSchedules(
  { table, clock, book }: Pick<CoreDeps, 'table' | 'clock'> & { readonly book: OptimizationScheduler },
  record: EventRecord,
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
