import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { functionArn, Schedules, scheduleClient } from '../../simulation/world/schedules.ts';
import { quietWorld } from '../../support/quiet-world.ts';
import { FUNCTION, openPlanner, ROLE } from '../../unit/cdk/local/scheduler/support.ts';
import { serveServices } from '../../unit/cdk/local/support/serve-services.ts';

/** The Scheduler at noon, with a target that can be told to fail. */
interface Tried {
  readonly client: SchedulerClient;
  readonly target: string;
  /** Inputs of the target, in order. */
  readonly inputs: readonly unknown[];
  failures: number;
  done<Answer>(call: Promise<Answer>): Promise<Answer>;
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Records what the target gets, and says whether it fails. */
function target() {
  const inputs: unknown[] = [];
  const state = { inputs, failures: 0 };
  const take = (event: unknown): boolean => {
    inputs.push(event);
    if (state.failures === 0) return false;
    state.failures -= 1;
    return true;
  };
  return { state, take };
}

async function simulated(): Promise<Tried> {
  const { state, take } = target();
  const { world, pool, caller, done, pass } = quietWorld({
    work: (event) => {
      if (take(event)) throw new Error('not yet');
    },
  });
  const client = scheduleClient(caller, new Schedules(world, pool));
  return Object.assign(state, {
    client,
    target: functionArn('work'),
    done,
    pass,
    stop: async () => undefined,
  });
}

async function local(): Promise<Tried> {
  const { state, take } = target();
  const planner = openPlanner({
    invoke: (event) =>
      take(event)
        ? { ok: false, errorType: 'Error', errorMessage: 'not yet', trace: [] }
        : { ok: true, payload: null },
  });
  planner.start();
  const served = await serveServices(() => [planner.service]);
  const client = new SchedulerClient({
    endpoint: served.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  return Object.assign(state, {
    client,
    target: FUNCTION,
    done: <Answer>(call: Promise<Answer>) => call,
    pass: planner.pass,
    async stop() {
      client.destroy();
      await served.stop();
      await planner.close();
    },
  });
}

const MINUTE_MS = 60_000;

describe.each([
  { name: 'simulated', start: simulated },
  { name: 'of the local cloud', start: local },
])('the Scheduler: $name', ({ start }) => {
  let tried: Tried;
  beforeEach(async () => {
    tried = await start();
  });
  afterEach(() => tried.stop());

  const settings = (ScheduleExpression: string) => ({
    Name: 'often',
    ScheduleExpression,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    Target: {
      Arn: tried.target,
      RoleArn: ROLE,
      Input: JSON.stringify({ id: 'a', at: '<aws.scheduler.scheduled-time>' }),
    },
  });
  const create = (expression: string) =>
    tried.done(tried.client.send(new CreateScheduleCommand(settings(expression))));
  const update = (expression: string) =>
    tried.done(tried.client.send(new UpdateScheduleCommand(settings(expression))));
  const remove = () => tried.done(tried.client.send(new DeleteScheduleCommand({ Name: 'often' })));

  it('invokes its target at its times, with the time in the input', async () => {
    await create('cron(5/15 * * * ? *)');
    await tried.pass(4 * MINUTE_MS);
    expect(tried.inputs).toEqual([]);
    for (const _ of [1, 2]) await tried.pass(16 * MINUTE_MS);
    expect(tried.inputs).toEqual([
      { id: 'a', at: '2026-03-01T12:05:00Z' },
      { id: 'a', at: '2026-03-01T12:20:00Z' },
      { id: 'a', at: '2026-03-01T12:35:00Z' },
    ]);
  });

  it('has one schedule of a name, and none that was not made', async () => {
    await create('cron(0 3 * * ? *)');
    await expect(create('cron(0 4 * * ? *)')).rejects.toThrow(ConflictException);
    await remove();
    await expect(update('cron(0 4 * * ? *)')).rejects.toThrow(ResourceNotFoundException);
    await expect(remove()).rejects.toThrow(ResourceNotFoundException);
    await create('cron(0 3 * * ? *)');
    await tried.pass(MINUTE_MS);
    expect(tried.inputs).toEqual([]);
  });

  it('goes by a changed schedule alone, and not at all by a deleted one', async () => {
    await create('cron(5 * * * ? *)');
    await update('cron(10 * * * ? *)');
    await tried.pass(6 * MINUTE_MS);
    expect(tried.inputs).toEqual([]);
    await tried.pass(5 * MINUTE_MS);
    expect(tried.inputs).toEqual([{ id: 'a', at: '2026-03-01T12:10:00Z' }]);
    await remove();
    await tried.pass(60 * MINUTE_MS);
    expect(tried.inputs).toHaveLength(1);
  });

  it('invokes a target that failed again, for the same time', async () => {
    tried.failures = 1;
    await create('cron(5 12 * * ? *)');
    await tried.pass(6 * MINUTE_MS);
    await tried.pass(3 * MINUTE_MS);
    expect(tried.inputs).toEqual([1, 2].map(() => ({ id: 'a', at: '2026-03-01T12:05:00Z' })));
  });
});
