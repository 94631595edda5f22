import { parseExpression } from '../../../cdk/local/scheduler/expression/parse-expression.ts';
import { SCHEDULE_TARGET, schedulerExpression } from '../../../lib/automations/schedules/index.ts';
import { toInstant } from '../../../lib/core/clock.ts';
import { OPTIMIZATION_SCHEDULE_TARGET } from '../../../lib/planning/index.ts';
import { sent } from './aws-clients.ts';
import type { FunctionPool, Instance } from './function-pool.ts';
import type { World } from './world.ts';

interface Kept {
  readonly expression: string;
  readonly timeZone: string;
  readonly target: string;
  readonly input: object;
  readonly startMs: number;
  readonly endMs: number;
}

/** EventBridge Scheduler: schedules that functions put and remove invoke their targets at their times. */
export class Schedules {
  readonly #world: World;
  readonly #pool: FunctionPool;
  readonly #kept = new Map<string, Kept>();

  constructor(world: World, pool: FunctionPool) {
    this.#world = world;
    this.#pool = pool;
  }

  /** Names of the schedules that there are. */
  names(): readonly string[] {
    return [...this.#kept.keys()];
  }

  /** The schedules of workflows and of optimization strategies, as a function reaches them. */
  bookOf(instance: Instance): {
    put(schedule: {
      readonly name: string;
      readonly expression?: string;
      readonly cronExpression?: string;
      readonly timeZone?: string;
      readonly inputTimezoneId?: string;
      readonly startDate?: string | null;
      readonly endDate?: string | null;
      readonly organizationId: string;
      readonly workflowId?: string;
      readonly strategyId?: string;
      readonly isCadence?: boolean;
    }): Promise<void>;
    remove(name: string): Promise<void>;
  } {
    return {
      put: ({ name, expression, cronExpression, timeZone, inputTimezoneId, startDate, endDate, ...input }) =>
        sent(instance, `put schedule ${name}`, () =>
          this.#put(name, {
            expression: expression ?? schedulerExpression(cronExpression ?? ''),
            timeZone: timeZone ?? inputTimezoneId ?? 'UTC',
            target: input.workflowId === undefined ? OPTIMIZATION_SCHEDULE_TARGET : SCHEDULE_TARGET,
            input,
            startMs: startDate ? Date.parse(startDate) : 0,
            endMs: endDate ? Date.parse(endDate) : Number.POSITIVE_INFINITY,
          }),
        ),
      remove: (name) => sent(instance, `remove schedule ${name}`, () => void this.#kept.delete(name)),
    };
  }

  #put(name: string, schedule: Kept): void {
    this.#kept.set(name, schedule);
    this.#await(name, schedule);
  }

  /** Waits for the next time of a schedule, for as long as it stays as it is. */
  #await(name: string, schedule: Kept): void {
    const { scheduler } = this.#world;
    const expression = parseExpression(schedule.expression, schedule.timeZone);
    if (!expression) throw new Error(`"${schedule.expression}" is no expression of a schedule.`);
    const nextMs = expression.nextAfter(Math.max(scheduler.now(), schedule.startMs), schedule.startMs);
    if (nextMs === undefined || nextMs >= schedule.endMs) return;
    scheduler.after(
      nextMs - scheduler.now(),
      () => {
        if (this.#kept.get(name) !== schedule) return;
        const at = toInstant(nextMs);
        this.#world.tell('scheduler', `${name} is due`);
        void this.#pool
          .invoke(schedule.target, `${name} ${at}`, { ...schedule.input, at })
          .catch(() => undefined);
        this.#await(name, schedule);
      },
      { isBackground: true },
    );
  }
}
