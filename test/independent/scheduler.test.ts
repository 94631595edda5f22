import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { expect } from 'vitest';
import { FUNCTION, openPlanner, ROLE } from '../unit/cdk/local/scheduler/support.ts';
import { serveServices } from '../unit/cdk/local/support/serve-services.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMoto } from './start-moto.ts';

interface Tried {
  readonly client: SchedulerClient;
  /** Inputs that a target got. */
  readonly inputs: () => readonly unknown[];
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const clientOf = (endpoint: string) =>
  new SchedulerClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

async function local(): Promise<Tried> {
  const planner = openPlanner();
  planner.start();
  const served = await serveServices(() => [planner.service]);
  const client = clientOf(served.endpoint);
  return {
    client,
    inputs: () => planner.invoked.map(({ event }) => event),
    pass: planner.pass,
    async stop() {
      client.destroy();
      await served.stop();
      await planner.close();
    },
  };
}

async function moto(): Promise<Tried> {
  const { endpoint, stop } = await startMoto();
  const client = clientOf(endpoint);
  return {
    client,
    inputs: () => [],
    pass: async () => undefined,
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

const HOUR_MS = 3_600_000;

/** Settings as the service sends them. */
const settings = (Name: string, rest: object = {}) => ({
  Name,
  ScheduleExpression: 'cron(0 9 ? * MON *)',
  ScheduleExpressionTimezone: 'Europe/Berlin',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: {
    Arn: FUNCTION,
    RoleArn: ROLE,
    Input: JSON.stringify({ id: Name, at: '<aws.scheduler.scheduled-time>' }),
  },
  ...rest,
});

/** Calls with settings. */
function on({ client }: Tried) {
  return {
    create: (name: string, rest: object = {}) => client.send(new CreateScheduleCommand(settings(name, rest))),
    update: (name: string, rest: object = {}) => client.send(new UpdateScheduleCommand(settings(name, rest))),
    get: (Name: string, rest: object = {}) => client.send(new GetScheduleCommand({ Name, ...rest })),
    remove: (Name: string) => client.send(new DeleteScheduleCommand({ Name })),
  };
}

const refused = { name: 'ValidationException' };
const absent = { name: 'ResourceNotFoundException' };

const behaviours = {
  'keeps a schedule as it was made': async (tried: Tried) => {
    const { create, get } = on(tried);
    const { ScheduleArn } = await create('kept');
    expect(ScheduleArn).toMatch(/:schedule\/default\/kept$/);
    expect(await get('kept')).toMatchObject({ ...settings('kept'), State: 'ENABLED', GroupName: 'default' });
  },
  'has one schedule of a name in a group': async (tried: Tried) => {
    const { create } = on(tried);
    await create('once');
    await expect(create('once')).rejects.toMatchObject({ name: 'ConflictException' });
    await tried.client.send(new CreateScheduleGroupCommand({ Name: 'another' }));
    await expect(create('once', { GroupName: 'another' })).resolves.toBeDefined();
  },
  'replaces all settings of a schedule': async (tried: Tried) => {
    const { create, update, get } = on(tried);
    await create('changed', { Description: 'before' });
    await update('changed', { ScheduleExpressionTimezone: 'UTC' });
    const now = await get('changed');
    expect([now.ScheduleExpressionTimezone, now.Description]).toEqual(['UTC', undefined]);
  },
  'names a schedule that is not there': async (tried: Tried) => {
    const { update, get, remove } = on(tried);
    await expect(update('absent')).rejects.toMatchObject(absent);
    await expect(get('absent')).rejects.toMatchObject(absent);
    await expect(remove('absent')).rejects.toMatchObject(absent);
  },
  'takes a removed name again': async (tried: Tried) => {
    const { create, get, remove } = on(tried);
    await create('again');
    await remove('again');
    await expect(get('again')).rejects.toMatchObject(absent);
    await expect(create('again')).resolves.toBeDefined();
  },
  'lists the schedules with a prefix': async (tried: Tried) => {
    const { create } = on(tried);
    for (const name of ['listed-a', 'listed-b']) await create(name);
    const { Schedules } = await tried.client.send(new ListSchedulesCommand({ NamePrefix: 'listed-' }));
    expect(Schedules?.map(({ Name }) => Name).toSorted()).toEqual(['listed-a', 'listed-b']);
  },
  'names a group that is not there': async (tried: Tried) => {
    await expect(on(tried).create('grouped', { GroupName: 'absent' })).rejects.toMatchObject(absent);
  },
  'refuses a time zone that does not exist': async (tried: Tried) => {
    const create = on(tried).create('zone', { ScheduleExpressionTimezone: 'Europe/Nowhere' });
    await expect(create).rejects.toMatchObject(refused);
  },
  'refuses an expression that is none': async (tried: Tried) => {
    for (const ScheduleExpression of ['every day', 'cron(0 9 * * *)', 'cron(0 9 * * MON *)', 'rate(0 hours)'])
      await expect(on(tried).create('none', { ScheduleExpression })).rejects.toMatchObject(refused);
  },
  'refuses a repeated schedule that started more than five minutes ago': async (tried: Tried) => {
    const create = on(tried).create('started', { StartDate: new Date('2020-01-01T00:00:00Z') });
    await expect(create).rejects.toMatchObject(refused);
  },
  'invokes its target once at its time, in its time zone, and goes when that is done': async (
    tried: Tried,
  ) => {
    const { create, get } = on(tried);
    await create('single', {
      ScheduleExpression: 'at(2026-03-01T15:00:00)',
      ActionAfterCompletion: 'DELETE',
    });
    const own = () => tried.inputs().filter((input) => JSON.stringify(input).includes('"single"'));
    await tried.pass(1.5 * HOUR_MS);
    expect(own()).toEqual([]);
    await tried.pass(HOUR_MS);
    expect(own()).toEqual([{ id: 'single', at: '2026-03-01T14:00:00Z' }]);
    await expect(get('single')).rejects.toMatchObject(absent);
  },
};

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: moto,
    differs: {
      'names a group that is not there': 'it answers 500',
      'refuses a time zone that does not exist': 'it keeps what it is given',
      'refuses an expression that is none': 'it keeps what it is given',
      'invokes its target once at its time, in its time zone, and goes when that is done':
        'it invokes nothing',
    },
  },
];

describeAlike('47 4 the Scheduler', behaviours, implementations);
