import { openStore } from '../open-store.ts';
import {
  type AwsService,
  type CloudContext,
  type CloudPart,
  LOCAL_ACCOUNT,
  type ResourceType,
} from '../ports.ts';
import { createSchedulerApi } from './api/index.ts';
import { type RunnerParts, ScheduleRunner } from './runner.ts';
import { type Declared, scheduleGroupType, scheduleType } from './schedule-types.ts';
import { createSchedulerStore, SCHEMA } from './store.ts';

/** What the Scheduler needs from the rest of the local cloud. */
export interface SchedulerParts extends RunnerParts {
  /** Where schedules are stored; undefined = in memory. */
  readonly dataDirectory: string | undefined;
}

/** A schedule as the status page shows it. */
export interface ScheduleStatus {
  readonly group: string;
  readonly name: string;
  readonly expression: string;
  readonly timeZone: string;
  readonly nextMs?: number;
}

export interface Scheduler {
  readonly service: AwsService;
  readonly resourceTypes: readonly ResourceType[];
  /** Resumes the state of earlier runs and starts to fire. Call once all resources are created. */
  start(): void;
  statusOf(): readonly ScheduleStatus[];
  /** Called after the clock was set back. */
  clockReset(): void;
}

/** EventBridge Scheduler: one-time, rate and cron schedules. Throws when the database cannot be opened. */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const { dataDirectory, clock } = parts;
  const place = dataDirectory === undefined ? { memory: true as const } : { dataDirectory };
  const database = openStore(place, 'scheduler', SCHEMA);
  const store = createSchedulerStore(database);
  const runner = new ScheduleRunner(parts, store);
  const declared: Declared = { groups: new Set(), schedules: new Set() };

  const service = createSchedulerApi(
    { store, runner, clock },
    {
      idle: async () => runner.idle(),
      async stop() {
        runner.stop();
        if (database.isOpen) database.close();
      },
    },
  );

  /** Schedules of an earlier template that this one lacks are deleted, as after a deployment. */
  const forgetRemoved = () => {
    for (const schedule of store.schedules()) {
      const key = `${schedule.group}/${schedule.name}`;
      if (schedule.origin === 'template' && !declared.schedules.has(key)) store.deleteSchedule(schedule);
    }
    for (const group of store.groups()) {
      if (group.origin === 'template' && !declared.groups.has(group.name)) store.deleteGroup(group.name);
    }
  };

  return Object.freeze({
    service,
    resourceTypes: Object.freeze([
      scheduleGroupType({ store, clock, declared }),
      scheduleType({ store, clock, declared }),
    ]),
    start() {
      store.transaction(forgetRemoved);
      runner.start();
    },
    clockReset: () => store.transaction(() => runner.clockReset()),
    statusOf: () =>
      store.schedules().map(({ group, name, settings, nextMs }) => ({
        group,
        name,
        expression: settings.expression,
        timeZone: settings.timeZone,
        ...(nextMs === null ? {} : { nextMs }),
      })),
  });
}

/** The Scheduler as a part of the local cloud. Rejects when its state is damaged. */
export async function schedulerPart(context: CloudContext): Promise<CloudPart> {
  const queueUrl = (name: string) => `${context.endpoint}/${LOCAL_ACCOUNT}/${name}`;
  const { service, resourceTypes, start, statusOf, clockReset } = createScheduler({ ...context, queueUrl });
  return {
    resourceTypes,
    services: [service],
    begin: async () => start(),
    clockReset,
    async state() {
      const schedules = statusOf().map(({ group, name, expression, timeZone, nextMs }) => ({
        name: `${group}/${name}`,
        expression: timeZone === 'UTC' ? expression : `${expression} ${timeZone}`,
        ...(nextMs === undefined ? {} : { nextAt: new Date(nextMs).toISOString() }),
      }));
      return { schedules };
    },
    stop: () => service.stop(),
  };
}
