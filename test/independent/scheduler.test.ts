import { setTimeout } from 'node:timers/promises';
import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { FUNCTION, openPlanner, ROLE } from '../unit/cdk/local/scheduler/support.ts';
import { serveServices } from '../unit/cdk/local/support/serve-services.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import { type PythonServer, SERVER_ACCOUNT } from './start-python-server.ts';

interface Tried {
  readonly client: SchedulerClient;
  /** ARN of what its schedules invoke. */
  readonly target: string;
  nowMs(): number;
  /** Inputs that the target got so far. */
  inputs(): Promise<readonly unknown[]>;
  /** Lets time pass: where it cannot be moved, by waiting, if it is not long. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

const clientOf = (endpoint: string) =>
  new SchedulerClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials,
  });

async function local(): Promise<Tried> {
  const planner = openPlanner();
  planner.start();
  const served = await serveServices(() => [planner.service]);
  const client = clientOf(served.endpoint);
  return {
    client,
    target: FUNCTION,
    nowMs: () => planner.clock.now(),
    inputs: async () => planner.invoked.map(({ event }) => event),
    pass: planner.pass,
    async stop() {
      client.destroy();
      await served.stop();
      await planner.close();
    },
  };
}

/** Longer than MiniStack's looks at what is due. */
const MOMENT_MS = 12_000;

/** A server, which invokes what is due if it `isRunning`. */
async function servedBy(start: () => Promise<PythonServer>, isRunning: boolean): Promise<Tried> {
  const { endpoint, stop } = await start();
  const client = clientOf(endpoint);
  const queues = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'invoked' }));
  const got: unknown[] = [];
  return {
    client,
    target: `arn:aws:sqs:us-east-1:${SERVER_ACCOUNT}:invoked`,
    nowMs: () => Date.now(),
    async inputs() {
      const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
      const { Messages = [] } = await queues.send(receive);
      got.push(...Messages.map(({ Body = '' }) => JSON.parse(Body)));
      return got;
    },
    pass: async (ms) => void (isRunning && ms <= 2 * MOMENT_MS && (await setTimeout(ms))),
    async stop() {
      queues.destroy();
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
    await tried.pass(1.5 * HOUR_MS);
    expect(await inputsOf(tried, 'single')).toEqual([]);
    await tried.pass(HOUR_MS);
    expect(await inputsOf(tried, 'single')).toEqual([{ id: 'single', at: '2026-03-01T14:00:00Z' }]);
    await expect(get('single')).rejects.toMatchObject(absent);
  },
  'invokes a target once, and keeps the schedule unless it is to go': async (tried: Tried) => {
    const { client, nowMs, pass, target } = tried;
    const at = new Date(nowMs() + 4_000).toISOString().slice(0, 19);
    const create = (Name: string, rest: object) =>
      client.send(
        new CreateScheduleCommand({
          Name,
          ScheduleExpression: `at(${at})`,
          FlexibleTimeWindow: { Mode: 'OFF' },
          Target: { Arn: target, RoleArn: ROLE, Input: JSON.stringify({ id: Name }) },
          ...rest,
        }),
      );
    await create('goes', { ActionAfterCompletion: 'DELETE' });
    await create('stays', {});
    await create('sleeps', { State: 'DISABLED' });
    await pass(1_000);
    expect(await inputsOf(tried, 'goes')).toEqual([]);
    await pass(4_000 + MOMENT_MS);
    await pass(MOMENT_MS);
    expect(await inputsOf(tried, 'goes')).toEqual([{ id: 'goes' }]);
    expect(await inputsOf(tried, 'stays')).toEqual([{ id: 'stays' }]);
    expect(await inputsOf(tried, 'sleeps')).toEqual([]);
    const { get } = on(tried);
    await expect(get('goes')).rejects.toMatchObject(absent);
    expect(await get('stays')).toMatchObject({ State: 'ENABLED', ActionAfterCompletion: 'NONE' });
  },
  'keeps a flexible window': async (tried: Tried) => {
    const { create, get } = on(tried);
    const FlexibleTimeWindow = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 };
    await create('flexible', { FlexibleTimeWindow });
    expect(await get('flexible')).toMatchObject({ FlexibleTimeWindow });
  },
  'refuses a window without its length, and one of none or more than a day': async (tried: Tried) => {
    for (const minutes of [undefined, 0, 1_441]) {
      const FlexibleTimeWindow = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: minutes };
      await expect(on(tried).create('window', { FlexibleTimeWindow })).rejects.toMatchObject(refused);
    }
  },
  'refuses a state and an end that it does not know': async (tried: Tried) => {
    for (const rest of [{ State: 'ASLEEP' }, { ActionAfterCompletion: 'ARCHIVE' }])
      await expect(on(tried).create('unknown', rest)).rejects.toMatchObject(refused);
  },
  'refuses times that are none': async (tried: Tried) => {
    for (const time of ['2026-13-01T00:00:00', '2026-02-30T00:00:00', '2026-03-01', '2026-03-01T25:00:00'])
      await expect(
        on(tried).create('no-time', { ScheduleExpression: `at(${time})` }),
        time,
      ).rejects.toMatchObject(refused);
  },
  'refuses an input that is not JSON': async (tried: Tried) => {
    const Target = { Arn: FUNCTION, RoleArn: ROLE, Input: 'no' };
    await expect(on(tried).create('input', { Target })).rejects.toMatchObject(refused);
  },
};

const inputsOf = async (tried: Tried, id: string) =>
  (await tried.inputs()).filter((input) => (input as { id?: string }).id === id);

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: () => servedBy(startMoto, false),
    differs: {
      'names a group that is not there': 'it answers 500',
      'refuses a time zone that does not exist': 'it keeps what it is given',
      'refuses an expression that is none': 'it keeps what it is given',
      'invokes its target once at its time, in its time zone, and goes when that is done':
        'it invokes nothing',
      'invokes a target once, and keeps the schedule unless it is to go': 'it invokes nothing',
      'refuses a window without its length, and one of none or more than a day': 'it keeps what it is given',
      'refuses a state and an end that it does not know': 'it keeps what it is given',
      'refuses times that are none': 'it keeps what it is given',
      'refuses an input that is not JSON': 'it keeps what it is given',
    },
  },
  {
    name: 'MiniStack',
    start: () => servedBy(startMiniStack, true),
    differs: {
      'replaces all settings of a schedule': 'it has an empty description instead of none',
      'refuses a time zone that does not exist': 'it keeps what it is given',
      'refuses an expression that is none': 'it keeps what it is given',
      'refuses a repeated schedule that started more than five minutes ago': 'it keeps what it is given',
      'invokes its target once at its time, in its time zone, and goes when that is done':
        'its time cannot be moved, and it takes every time as UTC',
      'refuses a window without its length, and one of none or more than a day': 'it keeps what it is given',
      'refuses a state and an end that it does not know': 'it keeps what it is given',
      'refuses times that are none': 'it keeps what it is given',
      'refuses an input that is not JSON': 'it keeps what it is given',
    },
  },
];

describeAlike('47 4 the Scheduler', behaviours, implementations);
