import {
  ConflictException,
  type CreateScheduleCommandInput,
  ResourceNotFoundException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { parseExpression } from '../../../cdk/local/scheduler/expression/parse-expression.ts';
import { fillInput } from '../../../cdk/local/scheduler/fill-input.ts';
import { sent } from './aws-clients.ts';
import type { FunctionPool, Instance } from './function-pool.ts';
import type { World } from './world.ts';

/** Tells functions where their schedules belong. */
export const SCHEDULE_ENVIRONMENT = { SCHEDULE_GROUP: 'schedules', SCHEDULE_ROLE_ARN: 'sim:role' };

const FUNCTION = 'sim:function/';
/** The address of a function that schedules invoke. */
export const functionArn = (name: string) => `${FUNCTION}${name}`;

/** A function that failed is invoked again this often, as Lambda does. */
const TRIES = 3;

interface Kept {
  readonly expression: string;
  readonly timeZone: string;
  readonly target: string;
  readonly input: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** EventBridge Scheduler: schedules that functions create, change and delete invoke their targets at their times. */
export class Schedules {
  readonly #world: World;
  readonly #pool: FunctionPool;
  readonly #kept = new Map<string, Kept>();

  constructor(world: World, pool: FunctionPool) {
    this.#world = world;
    this.#pool = pool;
  }

  /** Names of the existing schedules. */
  names(): readonly string[] {
    return [...this.#kept.keys()];
  }

  create(schedule: CreateScheduleCommandInput): void {
    if (this.#kept.has(String(schedule.Name)))
      throw new ConflictException(saying(`Schedule ${schedule.Name} already exists.`));
    this.#keep(schedule);
  }

  update(schedule: CreateScheduleCommandInput): void {
    this.#find(schedule.Name);
    this.#keep(schedule);
  }

  delete({ Name }: { readonly Name: string | undefined }): void {
    this.#find(Name);
    this.#kept.delete(String(Name));
  }

  #find(name: string | undefined): void {
    if (!this.#kept.has(String(name)))
      throw new ResourceNotFoundException(saying(`Schedule ${name} does not exist.`));
  }

  #keep(schedule: CreateScheduleCommandInput): void {
    const { Name, ScheduleExpression, ScheduleExpressionTimezone = 'UTC', Target } = schedule;
    const kept = {
      expression: String(ScheduleExpression),
      timeZone: ScheduleExpressionTimezone,
      target: String(Target?.Arn).slice(FUNCTION.length),
      input: String(Target?.Input),
      startMs: schedule.StartDate?.getTime() ?? 0,
      endMs: schedule.EndDate?.getTime() ?? Number.POSITIVE_INFINITY,
    };
    this.#kept.set(String(Name), kept);
    this.#await(String(Name), kept);
  }

  /** Waits for the next time of a schedule, as long as the schedule stays unchanged. */
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
        this.#world.tell('scheduler', `${name} is due`);
        void this.#fire(name, schedule, nextMs);
        this.#await(name, schedule);
      },
      { isBackground: true },
    );
  }

  /** At least once: a target that was reached may be invoked a second time. */
  async #fire(name: string, { target, input }: Kept, scheduledMs: number): Promise<void> {
    const cause = `${name} ${new Date(scheduledMs).toISOString()}`;
    const random = this.#world.random(`fires ${cause}`);
    const times = this.#world.faults.happens('schedule-twice', random, cause) ? 2 : 1;
    for (let time = 1, tries = 0; time <= times && tries < TRIES * times; tries += 1) {
      const context = {
        scheduleArn: `sim:schedule/${name}`,
        scheduledMs,
        executionId: cause,
        attempt: tries,
      };
      const event = JSON.parse(fillInput(input, context));
      try {
        await this.#pool.invoke(target, `${cause} ${tries}`, event);
        time += 1;
      } catch {
        await this.#world.scheduler.pause(random.between(10_000, 120_000));
      }
    }
  }
}

const saying = (message: string) => ({ message, Message: message, $metadata: {} });

const CALLS: Readonly<Record<string, 'create' | 'update' | 'delete'>> = {
  CreateScheduleCommand: 'create',
  UpdateScheduleCommand: 'update',
  DeleteScheduleCommand: 'delete',
};

/** A client of EventBridge Scheduler. */
export function scheduleClient(instance: Instance, schedules: Schedules): SchedulerClient {
  return {
    async send({ constructor: { name }, input }: { constructor: { name: string }; input: object }) {
      const schedule = input as CreateScheduleCommandInput;
      const call = CALLS[name];
      if (!call) throw new Error(`The simulated Scheduler does not know ${name}.`);
      return sent(instance, `${call} schedule ${schedule.Name}`, () => {
        schedules[call](schedule);
        return {};
      });
    },
  } as unknown as SchedulerClient;
}
