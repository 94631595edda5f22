import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { optimizationMachine } from '../../lib/fleet/planning/index.ts';
import { simulatedDeliveryMachine } from '../../lib/fulfilment/providers/simulators/index.ts';
import type { StateMachine } from '../../lib/platform/runtime/index.ts';
import { timerMachine } from '../../lib/platform/timers/index.ts';
import { agentRunMachine } from '../../lib/reactions/agents/index.ts';
import { type FakeFunction, openWorld, ROLE } from '../unit/cdk/local/step-functions/support.ts';
import { serveServices } from '../unit/cdk/local/support/serve-services.ts';
import { describeAlike, type Implementation } from './describe-alike.ts';
import { startMiniStack } from './start-ministack.ts';
import { startMoto } from './start-moto.ts';
import { type PythonServer, SERVER_ACCOUNT, serverPython } from './start-python-server.ts';

interface Tried {
  readonly client: SFNClient;
  readonly account: string;
  /** Makes a state machine; returns its ARN. */
  make(name: string, definition: object): Promise<string>;
  /** Makes a function that knows only what is in it; returns its ARN. */
  makeFunction(name: string, code: FunctionCode): Promise<string>;
  /** Address of a queue. */
  makeQueue(name: string): Promise<string>;
  /** Messages that were sent to a queue so far, with their groups. */
  messages(
    queueUrl: string,
  ): Promise<readonly { readonly body: unknown; readonly group: string | undefined }[]>;
  /** Lets executions go on for a moment. */
  moment(): Promise<void>;
  stop(): Promise<void>;
}

type FunctionCode = (event: never) => unknown;

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

const clientOf = (endpoint: string) =>
  new SFNClient({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials,
  });

/** Where the local cloud's queues are. */
const QUEUES = 'http://local/000000000000/';

async function local(): Promise<Tried> {
  const functions: Record<string, FunctionCode> = {};
  const sent: Readonly<Record<string, unknown>>[] = [];
  const world = openWorld({
    functions: functions as Record<string, FakeFunction>,
    callAws({ body }) {
      const message = body as Readonly<Record<string, unknown>>;
      if (!String(message.QueueUrl).startsWith(QUEUES))
        return { status: 400, body: { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'no' } };
      sent.push(message);
      return { status: 200, body: {} };
    },
    allows: (action) => action !== 'bedrock:InvokeModel',
  });
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
    async makeFunction(name, code) {
      functions[name] = code;
      return `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
    },
    makeQueue: async (name) => QUEUES + name,
    messages: async (queueUrl) =>
      sent
        .filter(({ QueueUrl }) => QueueUrl === queueUrl)
        .map(({ MessageBody, MessageGroupId }) => ({
          body: JSON.parse(String(MessageBody)),
          group: MessageGroupId as string | undefined,
        })),
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

/** Functions where they run: as a zip that the Python of the server makes. */
const functionsOf =
  (endpoint: string): Tried['makeFunction'] =>
  async (name, code) => {
    const source = `exports.handler = async (event) => (${code})(event);`;
    const zip = execFileSync(
      serverPython(),
      [
        '-c',
        'import base64, io, sys, zipfile\nb = io.BytesIO()\nwith zipfile.ZipFile(b, "w") as z: z.writestr("index.js", sys.argv[1])\nprint(base64.b64encode(b.getvalue()).decode())',
        source,
      ],
      { encoding: 'utf8' },
    ).trim();
    const reply = await fetch(`${endpoint}/2015-03-31/functions`, {
      method: 'POST',
      headers: {
        authorization:
          'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=none',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        FunctionName: name,
        Runtime: 'nodejs24.x',
        Role: ROLE.replace('000000000000', SERVER_ACCOUNT),
        Handler: 'index.handler',
        Code: { ZipFile: zip },
      }),
    });
    if (!reply.ok) throw new Error(`CreateFunction answered ${reply.status}: ${await reply.text()}`);
    return ((await reply.json()) as { readonly FunctionArn: string }).FunctionArn;
  };

const NO_FUNCTIONS = 'its functions need Docker';

const noFunctions = (): Tried['makeFunction'] => async () => {
  throw new Error(NO_FUNCTIONS);
};

async function servedBy(
  start: () => Promise<PythonServer>,
  forget: string,
  functionsAt: (endpoint: string) => Tried['makeFunction'],
): Promise<Tried> {
  const { endpoint, stop } = await start();
  const client = clientOf(endpoint);
  const makeFunction = functionsAt(endpoint);
  const queueNames = new Set<string>();
  const queues = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  return {
    client,
    account: SERVER_ACCOUNT,
    async make(name, definition) {
      // Moto starts no second execution while it knows of an earlier one.
      await fetch(endpoint + forget, { method: 'POST' });
      for (const QueueName of queueNames) await queues.send(new CreateQueueCommand({ QueueName }));
      const reply = await client.send(
        new CreateStateMachineCommand({
          name,
          definition: JSON.stringify(definition),
          roleArn: ROLE.replace('000000000000', SERVER_ACCOUNT),
        }),
      );
      return String(reply.stateMachineArn);
    },
    makeFunction,
    async makeQueue(QueueName) {
      queueNames.add(QueueName);
      return String((await queues.send(new CreateQueueCommand({ QueueName }))).QueueUrl);
    },
    async messages(QueueUrl) {
      const receive = new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['All'] });
      const { Messages = [] } = await queues.send(receive);
      return Messages.map(({ Body = '', Attributes }) => ({
        body: JSON.parse(Body),
        group: Attributes?.MessageGroupId,
      }));
    },
    moment: () => setTimeout(100),
    async stop() {
      queues.destroy();
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
      cause: reply.cause,
      output: reply.output === undefined ? undefined : JSON.parse(reply.output),
      entered: events?.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []),
      count: (type: string) => events?.filter((event) => event.type === type).length,
      secondsTaken: (Number(reply.stopDate) - Number(reply.startDate)) / 1000,
    };
  }
}

const single = (state: object) => ({ StartAt: 'Only', States: { Only: { End: true, ...state } } });
const pass = (parameters: object) => single({ Type: 'Pass', Parameters: parameters });

/** One of the service's own machines, whose repetitions come after a second. */
function hasty(
  { startAt, timeoutSeconds, states }: StateMachine,
  parts: { readonly functionArn: string; readonly queueUrl?: string },
): object {
  const definition = {
    StartAt: startAt,
    TimeoutSeconds: timeoutSeconds,
    States: states({ functionArn: () => parts.functionArn, queueUrl: () => parts.queueUrl ?? '' }),
  };
  return JSON.parse(
    JSON.stringify(definition, (key, value) =>
      key === 'Retry'
        ? (value as readonly object[]).map((one) => ({ ...one, IntervalSeconds: 1, MaxAttempts: 1 }))
        : value,
    ),
  );
}

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
  'repeats as often as its Retry allows, then catches': async (tried: Tried) => {
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
  'runs the machine of timers: it waits, then sends the event to its queue': async (tried: Tried) => {
    const queueUrl = await tried.makeQueue('timers');
    const machine = hasty(timerMachine, { functionArn: '', queueUrl });
    const event = { organizationId: 'org_1', data: { kind: 'x' } };
    const { status, cause } = await run(tried, machine, { wakeAt: '2026-01-01T00:00:00Z', event });
    expect([status, cause]).toEqual(['SUCCEEDED', undefined]);
    expect(await tried.messages(queueUrl)).toEqual([{ body: event, group: 'org_1' }]);
  },
  'fails where a queue is not there': async (tried: Tried) => {
    const machine = single({
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { QueueUrl: `http://127.0.0.1:1/${tried.account}/absent`, MessageBody: 'x' },
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Caught' }],
      End: undefined,
      Next: 'Caught',
    });
    const States = { ...machine.States, Caught: { Type: 'Pass', End: true } };
    const { output } = await run(tried, { ...machine, States });
    expect(output).toMatchObject({ failure: { Error: expect.stringMatching(/^SQS\./) } });
  },
  'runs the machine of simulated deliveries: a step, a wait, the next step': async (tried: Tried) => {
    const functionArn = await tried.makeFunction(
      'step-simulation',
      ({ step }: { step?: { count: number } }) => {
        const count = (step?.count ?? 0) + 1;
        return { count, done: count === 3, wakeAt: '2026-01-01T00:00:00Z' };
      },
    );
    const { output, entered } = await run(tried, hasty(simulatedDeliveryMachine, { functionArn }), {
      id: 'sim_1',
    });
    expect(output).toMatchObject({ id: 'sim_1', step: { count: 3, done: true } });
    expect(entered).toEqual(['Step', 'Done?', 'Wait', 'Step', 'Done?', 'Wait', 'Step', 'Done?', 'Done']);
  },
  'runs the machine of optimizations, in parts and round by round': async (tried: Tried) => {
    const functionArn = await tried.makeFunction('optimize', optimize);
    const { output } = await run(tried, hasty(optimizationMachine, { functionArn }), {
      organizationId: 'org_1',
      activityId: 'act_1',
    });
    expect(output).toEqual({
      organizationId: 'org_1',
      activityId: 'act_1',
      posed: { parts: ['c'], round: 2, isSplit: false },
      solved: [{ activityId: 'act_1', part: 'c', round: 2 }],
      finished: { of: 'act_1' },
    });
  },
  'gives an optimization up when a part fails, with what it was told': async (tried: Tried) => {
    const functionArn = await tried.makeFunction('optimize-badly', optimize);
    const { status, output, entered } = await run(tried, hasty(optimizationMachine, { functionArn }), {
      organizationId: 'org_1',
      activityId: 'bad',
    });
    expect(status).toBe('SUCCEEDED');
    expect(entered?.at(-1)).toBe('Give up');
    expect(output).toEqual({ gaveUp: 'bad' });
  },
  'runs the machine of agents: it waits and goes on until it is over': async (tried: Tried) => {
    const functionArn = await tried.makeFunction('step-run', ({ count = 0 }: { count?: number }) => ({
      count: count + 1,
      isWaiting: count === 0,
      isAsking: false,
      isOver: count === 2,
    }));
    const { output, entered } = await run(tried, hasty(agentRunMachine, { functionArn }), {});
    expect(output).toMatchObject({ count: 3, isOver: true });
    const asked = 'Does it continue?';
    expect(entered).toEqual(['Step', asked, 'Pause', 'Step', asked, 'Step', asked, 'Over']);
  },
  'tells an agent’s run what went wrong with its model, and when a step fails': async (tried: Tried) => {
    const functionArn = await tried.makeFunction(
      'ask-and-fail',
      (state: { problem?: object; failure?: object }) => {
        if (state.failure) return { gaveUp: state.failure };
        if (state.problem) throw new Error('stuck');
        const call = {
          ModelId: 'no.such-model',
          System: [],
          Messages: [{ Role: 'user', Content: [{ Text: 'Hello' }] }],
          InferenceConfig: {},
          ToolConfig: {},
        };
        return { isOver: false, isWaiting: false, isAsking: true, question: { call } };
      },
    );
    const { output, entered } = await run(tried, hasty(agentRunMachine, { functionArn }), {});
    expect(entered?.filter((name) => name !== 'Does it continue?')).toEqual([
      'Step',
      'Ask',
      'Step',
      'Give up',
    ]);
    expect(output).toMatchObject({ gaveUp: { Cause: expect.stringContaining('stuck') } });
  },
};

/** The steps of an optimization, each of which names the next one. */
function optimize(told: {
  readonly activityId: string;
  readonly step?: string;
  readonly part?: string;
  readonly round?: number;
}): unknown {
  const { activityId, step, part, round } = told;
  if (step === 'pose') return { parts: ['a', 'b'], round: 1, isSplit: true };
  if (step === 'split-again') return { parts: ['c'], round: Number(round) + 1, isSplit: false };
  if (step === 'finish') return { of: activityId };
  if (step === 'give-up') return { gaveUp: activityId };
  if (activityId === 'bad' && part === 'b') throw new Error('cannot');
  return { activityId, part, round };
}

const implementations: readonly Implementation<Tried, keyof typeof behaviours>[] = [
  { name: 'the local cloud', start: local },
  {
    name: 'moto',
    start: () => servedBy(startMoto, '/moto-api/reset', noFunctions),
    differs: {
      'fails where no choice holds and there is no default': 'it calls that States.Runtime',
      'refuses an input that is not JSON': 'its error has no name',
      'runs the machine of simulated deliveries: a step, a wait, the next step': NO_FUNCTIONS,
      'runs the machine of optimizations, in parts and round by round': NO_FUNCTIONS,
      'gives an optimization up when a part fails, with what it was told': NO_FUNCTIONS,
      'runs the machine of agents: it waits and goes on until it is over': NO_FUNCTIONS,
      'tells an agent’s run what went wrong with its model, and when a step fails': NO_FUNCTIONS,
    },
  },
  {
    name: 'MiniStack',
    start: () => servedBy(startMiniStack, '/_ministack/health', functionsOf),
    differs: {
      'fails where a path leads to nothing': 'it goes on with null',
      'repeats as often as its Retry allows, then catches': 'its history lacks the states of branches',
      'starts one execution of a name: the same again is that one, and another is refused':
        'it refuses the same as well',
      'refuses an input that is not JSON': 'it takes any text',
    },
  },
];

describeAlike('47 4 Step Functions', behaviours, implementations);
