import { setTimeout } from 'node:timers/promises';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { expect } from 'vitest';
import { openWorld, ROLE } from '../unit/cdk/local/step-functions/support.ts';
import { serveServices } from '../unit/cdk/local/support/serve-services.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { MOTO_ACCOUNT, startMoto } from './start-moto.ts';

interface Tried {
  readonly client: SFNClient;
  readonly account: string;
  /** Makes a state machine; returns its ARN. */
  make(name: string, definition: object): Promise<string>;
  /** Lets executions go on for a moment. */
  moment(): Promise<void>;
  stop(): Promise<void>;
}

const clientOf = (endpoint: string) =>
  new SFNClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

async function local(): Promise<Tried> {
  const world = openWorld();
  world.start();
  const served = await serveServices(() => [world.service]);
  const client = clientOf(served.endpoint);
  return {
    client,
    account: '000000000000',
    async make(name, definition) {
      await world.deploy(name, definition);
      return world.machineArn(name);
    },
    async moment() {
      world.clock.advance(500);
      await setTimeout(5);
    },
    async stop() {
      client.destroy();
      await served.stop();
      await world.close();
    },
  };
}

async function moto(): Promise<Tried> {
  const { endpoint, stop } = await startMoto();
  const client = clientOf(endpoint);
  return {
    client,
    account: MOTO_ACCOUNT,
    async make(name, definition) {
      // It starts no second execution while it knows of an earlier one.
      await fetch(`${endpoint}/moto-api/reset`, { method: 'POST' });
      const reply = await client.send(
        new CreateStateMachineCommand({
          name,
          definition: JSON.stringify(definition),
          roleArn: ROLE.replace('000000000000', MOTO_ACCOUNT),
        }),
      );
      return String(reply.stateMachineArn);
    },
    moment: () => setTimeout(100),
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

let made = 0;

/** Runs a machine to its end. */
async function run(tried: Tried, definition: object, input: object = {}) {
  made += 1;
  const stateMachineArn = await tried.make(`machine-${made}`, definition);
  const { executionArn } = await tried.client.send(
    new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }),
  );
  for (;;) {
    await tried.moment();
    const reply = await tried.client.send(new DescribeExecutionCommand({ executionArn }));
    if (reply.status === 'RUNNING') continue;
    const { events } = await tried.client.send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 1_000 }),
    );
    return {
      status: reply.status,
      error: reply.error,
      output: reply.output === undefined ? undefined : JSON.parse(reply.output),
      entered: events?.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []),
      count: (type: string) => events?.filter((event) => event.type === type).length,
      secondsTaken: (Number(reply.stopDate) - Number(reply.startDate)) / 1000,
    };
  }
}

const single = (state: object) => ({ StartAt: 'Only', States: { Only: { End: true, ...state } } });
const pass = (parameters: object) => single({ Type: 'Pass', Parameters: parameters });

const behaviours = {
  'passes a result on in the input': async (tried: Tried) => {
    const state = { Type: 'Pass', Result: { b: 2 }, ResultPath: '$.result' };
    expect((await run(tried, single(state), { a: 1 })).output).toEqual({ a: 1, result: { b: 2 } });
  },
  'picks input and output by their paths': async (tried: Tried) => {
    const state = { Type: 'Pass', InputPath: '$.in', ResultPath: '$.again', OutputPath: '$.again' };
    expect((await run(tried, single(state), { in: { a: 1 } })).output).toEqual({ a: 1 });
  },
  'fills parameters from the input, at any depth': async (tried: Tried) => {
    const machine = pass({ 'id.$': '$.id', step: 'pose', deep: { 'list.$': '$.list[1]' } });
    const { output } = await run(tried, machine, { id: 'a', list: [1, 2] });
    expect(output).toEqual({ id: 'a', step: 'pose', deep: { list: 2 } });
  },
  'fails where a path leads to nothing': async (tried: Tried) => {
    expect(await run(tried, pass({ 'id.$': '$.absent' }))).toMatchObject({
      status: 'FAILED',
      error: 'States.Runtime',
    });
  },
  'has the functions of expressions': async (tried: Tried) => {
    const machine = pass({
      'text.$': "States.Format('{}-{}', $.a, $.b)",
      'json.$': 'States.JsonToString($.list)',
      'parsed.$': 'States.StringToJson($.json)',
      'list.$': 'States.Array($.a, $.b)',
      'length.$': 'States.ArrayLength($.list)',
      'has.$': 'States.ArrayContains($.list, 2)',
      'sum.$': 'States.MathAdd($.b, 2)',
    });
    const { output } = await run(tried, machine, { a: 'x', b: 1, list: [1, 2], json: '{"c":3}' });
    expect(output).toEqual({
      text: 'x-1',
      json: '[1,2]',
      parsed: { c: 3 },
      list: ['x', 1],
      length: 2,
      has: true,
      sum: 3,
    });
  },
  'chooses the first that holds, or the default': async (tried: Tried) => {
    const end = { Type: 'Pass', End: true };
    const machine = {
      StartAt: 'Choose',
      States: {
        Choose: {
          Type: 'Choice',
          Choices: [
            { Variable: '$.isOver', BooleanEquals: true, Next: 'Over' },
            {
              And: [
                { Variable: '$.name', IsPresent: true },
                { Variable: '$.name', StringEquals: 'a' },
              ],
              Next: 'Named',
            },
            { Variable: '$.count', NumericGreaterThan: 2, Next: 'Many' },
          ],
          Default: 'Else',
        },
        Over: end,
        Named: end,
        Many: end,
        Else: end,
      },
    };
    const chosen = async (input: object) => (await run(tried, machine, input)).entered?.at(-1);
    expect(await chosen({ isOver: true, name: 'a', count: 3 })).toBe('Over');
    expect(await chosen({ isOver: false, name: 'a', count: 3 })).toBe('Named');
    expect(await chosen({ isOver: false, count: 3 })).toBe('Many');
    expect(await chosen({ isOver: false, count: 2 })).toBe('Else');
  },
  'waits for seconds that it is told': async (tried: Tried) => {
    const { status, secondsTaken } = await run(tried, single({ Type: 'Wait', SecondsPath: '$.seconds' }), {
      seconds: 2,
    });
    expect(status).toBe('SUCCEEDED');
    expect(secondsTaken).toBeGreaterThanOrEqual(1.9);
    expect(secondsTaken).toBeLessThan(10);
  },
  'does not wait for what has passed': async (tried: Tried) => {
    const { status, secondsTaken } = await run(tried, single({ Type: 'Wait', TimestampPath: '$.at' }), {
      at: '2020-01-01T00:00:00Z',
    });
    expect(status).toBe('SUCCEEDED');
    expect(secondsTaken).toBeLessThan(5);
  },
  'runs a map over its items, in their order, with the input around them': async (tried: Tried) => {
    const machine = single({
      Type: 'Map',
      ItemsPath: '$.parts',
      ItemSelector: { 'id.$': '$.id', 'part.$': '$$.Map.Item.Value', 'index.$': '$$.Map.Item.Index' },
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'Part',
        States: { Part: { Type: 'Pass', End: true } },
      },
      ResultPath: '$.solved',
    });
    expect((await run(tried, machine, { id: 'a', parts: ['x', 'y'] })).output).toEqual({
      id: 'a',
      parts: ['x', 'y'],
      solved: [
        { id: 'a', part: 'x', index: 0 },
        { id: 'a', part: 'y', index: 1 },
      ],
    });
  },
  'fails a map with the error of an item, and catches that with its input kept': async (tried: Tried) => {
    const machine = {
      StartAt: 'Parts',
      States: {
        Parts: {
          Type: 'Map',
          ItemsPath: '$.parts',
          ItemProcessor: {
            StartAt: 'Part',
            States: { Part: { Type: 'Fail', Error: 'Broken', Cause: 'no' } },
          },
          Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }],
          End: true,
        },
        'Give up': { Type: 'Pass', End: true },
      },
    };
    expect((await run(tried, machine, { parts: [1] })).output).toMatchObject({
      parts: [1],
      failure: { Error: 'Broken', Cause: 'no' },
    });
  },
  'runs branches side by side, with their results in order': async (tried: Tried) => {
    const branch = (result: number) => single({ Type: 'Pass', Result: result });
    const { output } = await run(tried, single({ Type: 'Parallel', Branches: [branch(1), branch(2)] }));
    expect(output).toEqual([1, 2]);
  },
  'tries again as often as it is told, then catches': async (tried: Tried) => {
    const machine = {
      StartAt: 'Try',
      States: {
        Try: {
          Type: 'Parallel',
          Branches: [single({ Type: 'Fail', Error: 'Busy', End: undefined })],
          Retry: [
            { ErrorEquals: ['Another'], MaxAttempts: 5 },
            { ErrorEquals: ['Busy'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 1 },
          ],
          Catch: [
            { ErrorEquals: ['Another'], Next: 'Wrong' },
            { ErrorEquals: ['Busy'], ResultPath: '$.failure', Next: 'Caught' },
          ],
          End: true,
        },
        Wrong: { Type: 'Fail' },
        Caught: { Type: 'Pass', End: true },
      },
    };
    const { output, entered, secondsTaken } = await run(tried, machine, { id: 'a' });
    expect(output).toMatchObject({ id: 'a', failure: { Error: 'Busy' } });
    expect(entered?.filter((name) => name === 'Only')).toHaveLength(3);
    expect(secondsTaken).toBeGreaterThanOrEqual(1.9);
  },
  'fails with the error of a state that fails': async (tried: Tried) => {
    const machine = single({ Type: 'Fail', Error: 'Broken', Cause: 'no', End: undefined });
    expect(await run(tried, machine)).toMatchObject({ status: 'FAILED', error: 'Broken' });
  },
  'fails where no choice holds and there is no default': async (tried: Tried) => {
    const machine = {
      StartAt: 'Choose',
      States: {
        Choose: {
          Type: 'Choice',
          Choices: [{ Variable: '$.isOver', BooleanEquals: true, Next: 'Over' }],
        },
        Over: { Type: 'Succeed' },
      },
    };
    expect(await run(tried, machine, { isOver: false })).toMatchObject({
      status: 'FAILED',
      error: 'States.NoChoiceMatched',
    });
  },
  'starts one execution of a name: the same again is that one, and another is refused': async (
    tried: Tried,
  ) => {
    const stateMachineArn = await tried.make('named', single({ Type: 'Wait', Seconds: 3_600 }));
    const start = (input: string) =>
      tried.client.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input }));
    const first = await start('{"a":1}');
    expect((await start('{"a":1}')).executionArn).toBe(first.executionArn);
    await expect(start('{"a":2}')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  },
  'refuses an input that is not JSON': async (tried: Tried) => {
    const stateMachineArn = await tried.make('input', single({ Type: 'Pass' }));
    await expect(
      tried.client.send(new StartExecutionCommand({ stateMachineArn, input: 'no' })),
    ).rejects.toMatchObject({ name: 'InvalidExecutionInput' });
  },
  'names a machine that is not there': async (tried: Tried) => {
    const stateMachineArn = `arn:aws:states:us-east-1:${tried.account}:stateMachine:absent`;
    await expect(
      tried.client.send(new StartExecutionCommand({ stateMachineArn, input: '{}' })),
    ).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
  },
};

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: moto,
    differs: {
      'fails where no choice holds and there is no default': 'it calls that States.Runtime',
      'refuses an input that is not JSON': 'its error has no name',
    },
  },
];

describeAlike('47 4 Step Functions', behaviours, implementations);
