import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../support/settle.ts';
import { lambdaTask, NOON_MS, openWorld, single } from '../support.ts';

const DAY_MS = 86_400_000;
const waiting = single({ Type: 'Wait', Seconds: 3_600 });

let world: ReturnType<typeof openWorld>;
beforeEach(async () => {
  world = openWorld({ functions: { f: () => 'ok' } });
  await world.deploy('m', waiting);
  world.start();
});
afterEach(() => world.close());

const start = (body: object = {}) =>
  world.api('StartExecution', { stateMachineArn: world.machineArn('m'), ...body });

describe('StartExecution', () => {
  it('answers with ARN and start, and makes a name up', async () => {
    expect(await start()).toEqual({
      status: 200,
      executionArn: 'arn:aws:states:us-east-1:000000000000:execution:m:id-1',
      startDate: NOON_MS / 1_000,
    });
  });

  it('is idempotent for the same name and input of a running execution', async () => {
    const first = await start({ name: 'n', input: '{"a":1}' });
    world.clock.advance(1_000);
    expect(await start({ name: 'n', input: '{"a":1}' })).toEqual(first);
    expect(await start({ name: 'n', input: '{"a":2}' })).toMatchObject({
      status: 400,
      __type: 'ExecutionAlreadyExists',
    });
  });

  it('frees the name 90 days after the execution has ended', async () => {
    const { executionArn } = await start({ name: 'n' });
    await world.api('StopExecution', { executionArn });
    world.clock.advance(90 * DAY_MS - 1);
    expect(await start({ name: 'n' })).toMatchObject({ __type: 'ExecutionAlreadyExists' });
    world.clock.advance(1);
    expect(await start({ name: 'n' })).toMatchObject({ executionArn });
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ status: 'RUNNING' });
  });

  it.each([
    [{ name: 'a b' }, 'InvalidName'],
    [{ name: 'x'.repeat(81) }, 'InvalidName'],
    [{ name: '' }, 'InvalidName'],
    [{ input: '{' }, 'InvalidExecutionInput'],
    [{ input: JSON.stringify('x'.repeat(262_144)) }, 'ValidationException'],
    [{ input: 5 }, 'ValidationException'],
    [{ stateMachineArn: undefined }, 'ValidationException'],
    [{ stateMachineArn: 'x' }, 'InvalidArn'],
    [
      { stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:none' },
      'StateMachineDoesNotExist',
    ],
  ])('refuses %j with %s', async (body, __type) => {
    expect(await start(body)).toMatchObject({ status: 400, __type });
  });
});

describe('the other operations', () => {
  it('describes an execution that ended', async () => {
    const { executionArn } = await start({ name: 'n', input: '{"a": 1}' });
    world.clock.advance(3_600_000);
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({
      executionArn,
      stateMachineArn: world.machineArn('m'),
      name: 'n',
      status: 'SUCCEEDED',
      input: '{"a": 1}',
      output: '{"a":1}',
      stopDate: NOON_MS / 1_000 + 3_600,
    });
  });

  it('stops a running execution for good, and leaves an ended one as it is', async () => {
    const { executionArn } = await start();
    await world.api('StopExecution', { executionArn, error: 'E', cause: 'C' });
    const aborted = { status: 'ABORTED', error: 'E', cause: 'C', stopDate: NOON_MS / 1_000 };
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject(aborted);
    world.clock.advance(DAY_MS);
    expect(await world.api('StopExecution', { executionArn, error: 'again' })).toMatchObject({
      stopDate: NOON_MS / 1_000,
    });
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject(aborted);
  });

  it('lists executions by status, newest first, in pages', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await start({ name });
    const stopped = await start({ name: 'e' });
    await world.api('StopExecution', { executionArn: stopped.executionArn });
    const list = async (body: object) => {
      const reply = await world.api('ListExecutions', { stateMachineArn: world.machineArn('m'), ...body });
      return {
        names: (reply.executions as { name: string }[]).map((row) => row.name),
        next: reply.nextToken,
      };
    };
    const first = await list({ statusFilter: 'RUNNING', maxResults: 3 });
    expect(first.names).toEqual(['d', 'c', 'b']);
    expect(await list({ statusFilter: 'RUNNING', maxResults: 3, nextToken: first.next })).toEqual({
      names: ['a'],
      next: undefined,
    });
    expect((await list({})).names).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('tells the history in order or reversed, in pages', async () => {
    await world.deploy('t', single(lambdaTask('f')));
    const { executionArn } = await world.api('StartExecution', { stateMachineArn: world.machineArn('t') });
    await world.ended(String(executionArn));
    const types = async (body: object) => {
      const reply = await world.api('GetExecutionHistory', { executionArn, ...body });
      return {
        types: (reply.events as { type: string }[]).map((event) => event.type),
        next: reply.nextToken,
      };
    };
    const all = [
      'ExecutionStarted',
      'TaskStateEntered',
      'TaskScheduled',
      'TaskStarted',
      'TaskSucceeded',
      'TaskStateExited',
      'ExecutionSucceeded',
    ];
    expect((await types({})).types).toEqual(all);
    expect((await types({ reverseOrder: true })).types).toEqual(all.toReversed());
    const first = await types({ maxResults: 5 });
    expect(first.types).toEqual(all.slice(0, 5));
    expect((await types({ maxResults: 5, nextToken: first.next })).types).toEqual(all.slice(5));
  });

  it('describes and lists state machines', async () => {
    const { definition } = await world.api('DescribeStateMachine', {
      stateMachineArn: world.machineArn('m'),
    });
    expect(JSON.parse(String(definition))).toEqual(waiting);
    const { stateMachines } = await world.api('ListStateMachines', {});
    expect(stateMachines).toMatchObject([{ name: 'm', type: 'STANDARD' }]);
  });

  it('refuses what it does not know', async () => {
    expect(await world.api('CreateActivity', {})).toMatchObject({ __type: 'UnknownOperationException' });
    const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:m:none';
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({
      __type: 'ExecutionDoesNotExist',
    });
    expect(await world.api('DescribeExecution', { executionArn: 'x' })).toMatchObject({
      __type: 'InvalidArn',
    });
  });

  it('names the permissions that a call needs', () => {
    const needs = (action: string, body: object) =>
      world.service.needs({
        service: 'states',
        action,
        accessKeyId: 'k',
        method: 'POST',
        path: '/',
        query: new URLSearchParams(),
        headers: {},
        body: Buffer.from(JSON.stringify(body)),
      });
    expect(needs('StartExecution', { stateMachineArn: 'arn:m' })).toEqual([
      { action: 'states:StartExecution', resource: 'arn:m' },
    ]);
    expect(needs('StopExecution', { executionArn: 'arn:e' })).toEqual([
      { action: 'states:StopExecution', resource: 'arn:e' },
    ]);
    expect(needs('StartExecution', {})).toEqual([]);
  });
});

describe('task tokens', () => {
  const waitsForToken = (rest: object = {}) =>
    single({
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: { FunctionName: 'f', Payload: { 'token.$': '$$.Task.Token' } },
      ...rest,
    });
  const begin = async (rest?: object) => {
    await world.deploy('t', waitsForToken(rest));
    const { executionArn } = await world.api('StartExecution', {
      stateMachineArn: world.machineArn('t'),
      name: 'n',
    });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    const { token } = world.invoked.at(-1)!.event as { token: string };
    return { executionArn: String(executionArn), taskToken: token };
  };

  it('goes on with the output that is sent, once', async () => {
    const { executionArn, taskToken } = await begin();
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ status: 'RUNNING' });
    expect(await world.service.idle()).toBe(true);
    expect(await world.api('SendTaskSuccess', { taskToken, output: '{"x":1}' })).toEqual({ status: 200 });
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ output: '{"x":1}' });
    expect(await world.api('SendTaskSuccess', { taskToken, output: '1' })).toMatchObject({
      __type: 'TaskTimedOut',
    });
  });

  it('fails with the error that is sent', async () => {
    const { executionArn, taskToken } = await begin();
    await world.api('SendTaskFailure', { taskToken, error: 'E', cause: 'C' });
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ error: 'E', cause: 'C' });
  });

  it('times out without heartbeats, and not with them', async () => {
    const { executionArn, taskToken } = await begin({ HeartbeatSeconds: 60 });
    world.clock.advance(59_000);
    await world.api('SendTaskHeartbeat', { taskToken });
    world.clock.advance(59_000);
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ status: 'RUNNING' });
    world.clock.advance(1_000);
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({
      status: 'FAILED',
      error: 'States.HeartbeatTimeout',
    });
    expect(await world.api('SendTaskHeartbeat', { taskToken })).toMatchObject({ __type: 'TaskTimedOut' });
  });

  it('keeps an answer that comes before the call has ended', async () => {
    await world.close();
    world = openWorld({
      functions: {
        f: (event) =>
          world.api('SendTaskSuccess', { taskToken: (event as { token: string }).token, output: '"early"' }),
      },
    });
    expect(await world.run(waitsForToken())).toMatchObject({ status: 'SUCCEEDED', output: 'early' });
  });
});

describe('timeouts', () => {
  it('gives a task up after TimeoutSeconds and ignores what it answers later', async () => {
    await world.close();
    let answer: (value: string) => void = () => undefined;
    world = openWorld({
      functions: {
        f: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    const caught = {
      StartAt: 'T',
      States: {
        T: lambdaTask('f', {
          TimeoutSeconds: 10,
          Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'W' }],
          End: true,
        }),
        W: { Type: 'Wait', Seconds: 5, End: true },
      },
    };
    await world.deploy('t', caught);
    world.start();
    const { executionArn } = await world.api('StartExecution', { stateMachineArn: world.machineArn('t') });
    await settle();
    world.clock.advance(10_000);
    answer('late');
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(world.statusOf(1).running[0]?.states).toEqual([
      { name: 'W', phase: 'wait', wakeMs: NOON_MS + 15_000 },
    ]);
    world.clock.advance(5_000);
    const reply = await world.api('DescribeExecution', { executionArn });
    expect(JSON.parse(String(reply.output))).toMatchObject({ Error: 'States.Timeout' });
  });

  it('ends a whole execution after its TimeoutSeconds', async () => {
    await world.deploy('t', { TimeoutSeconds: 60, ...waiting });
    const { executionArn } = await world.api('StartExecution', { stateMachineArn: world.machineArn('t') });
    world.clock.advance(60_000);
    expect(await world.api('DescribeExecution', { executionArn })).toMatchObject({ status: 'TIMED_OUT' });
    expect(world.statusOf(10).running).toEqual([]);
  });
});

describe('many executions', () => {
  it('wakes them all, in order of their time', async () => {
    await world.close();
    world = openWorld({ functions: { f: (event) => event }, maxCalls: 10 });
    const definition = {
      StartAt: 'W',
      States: { W: { Type: 'Wait', SecondsPath: '$.s', Next: 'T' }, T: lambdaTask('f', { End: true }) },
    };
    await world.deploy('t', definition);
    world.start();
    for (let index = 0; index < 500; index += 1) {
      await world.api('StartExecution', {
        stateMachineArn: world.machineArn('t'),
        input: JSON.stringify({ s: 1_000 - index }),
      });
    }
    expect(world.statusOf(3).counts).toMatchObject([{ status: 'RUNNING', count: 500 }]);
    world.clock.advance(2_000_000);
    for (let turn = 0; turn < 2_000 && !(await world.service.idle()); turn += 1) await settle();
    expect(world.statusOf(3).counts).toMatchObject([{ status: 'SUCCEEDED', count: 500 }]);
    const order = world.invoked.map((call) => (call.event as { s: number }).s);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
