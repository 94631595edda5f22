import { describe, expect, it, onTestFinished } from 'vitest';
import { lambdaTask, NOON_MS, named, openWorld, single, type WorldOptions } from './support.ts';

const world = (options?: WorldOptions) => {
  const opened = openWorld(options);
  onTestFinished(opened.close);
  return opened;
};

const runsTo = async (definition: object, input: unknown, options?: WorldOptions) => {
  const reply = await world(options).run(definition, input);
  return reply.status === 'SUCCEEDED' ? reply.output : { status: reply.status, error: reply.error };
};

describe('Pass', () => {
  it.each([
    ['its input', {}, { a: 1 }],
    ['its result', { Result: [1] }, [1]],
    ['its parameters', { Parameters: { 'b.$': '$.a', c: 2 } }, { b: 1, c: 2 }],
    ['a result put into the input', { Result: 2, ResultPath: '$.x.y' }, { a: 1, x: { y: 2 } }],
    ['its input when the result is dropped', { Result: 2, ResultPath: null }, { a: 1 }],
    ['an empty object when the input is dropped', { InputPath: null }, {}],
    ['what OutputPath picks', { OutputPath: '$.a' }, 1],
    [
      'the raw input under ResultPath, whatever InputPath picked',
      { InputPath: '$.a', ResultPath: '$.b' },
      { a: 1, b: 1 },
    ],
  ])('gives %s', async (_, fields, expected) => {
    expect(await runsTo(single({ Type: 'Pass', ...fields }), { a: 1 })).toEqual(expected);
  });

  it('fails with States.Runtime when a path matches nothing', async () => {
    const failed = { status: 'FAILED', error: 'States.Runtime' };
    expect(await runsTo(single({ Type: 'Pass', InputPath: '$.none' }), {})).toEqual(failed);
    expect(await runsTo(single({ Type: 'Pass', Parameters: { 'a.$': '$.none' } }), {})).toEqual(failed);
  });

  it('fails when ResultPath runs into a value that is no object', async () => {
    const state = { Type: 'Pass', Result: 1, ResultPath: '$.a.b' };
    expect(await runsTo(single(state), { a: 'text' })).toEqual({
      status: 'FAILED',
      error: 'States.ResultPathMatchFailure',
    });
  });
});

describe('Wait', () => {
  const waited = async (fields: object, input: unknown = {}) => {
    const opened = world();
    const reply = await opened.run(single({ Type: 'Wait', ...fields }), input);
    return reply.status === 'SUCCEEDED' ? opened.clock.now() - NOON_MS : reply.error;
  };

  it.each([
    ['Seconds', { Seconds: 90 }, 90_000],
    ['SecondsPath', { SecondsPath: '$.s' }, 7_000],
    ['Timestamp', { Timestamp: '2026-03-01T12:00:05Z' }, 5_000],
    ['TimestampPath', { TimestampPath: '$.t' }, 3_600_000],
    ['a time that has passed', { Timestamp: '2020-01-01T00:00:00Z' }, 0],
    ['more than a year', { Seconds: 40_000_000 }, 40_000_000_000],
  ])('waits for %s', async (_, fields, expected) => {
    expect(await waited(fields, { s: 7, t: '2026-03-01T14:00:00+01:00' })).toBe(expected);
  });

  it('fails on what is no time', async () => {
    expect(await waited({ SecondsPath: '$.s' }, { s: 'soon' })).toBe('States.Runtime');
    expect(await waited({ TimestampPath: '$.t' }, { t: '2026-03-01' })).toBe('States.Runtime');
  });

  it('gives its input', async () => {
    expect(await runsTo(single({ Type: 'Wait', Seconds: 1 }), { a: 1 })).toEqual({ a: 1 });
  });
});

describe('Succeed and Fail', () => {
  it('ends with the input', async () => {
    expect(await runsTo({ StartAt: 'S', States: { S: { Type: 'Succeed' } } }, { a: 1 })).toEqual({ a: 1 });
  });

  it('ends with error and cause, given or from paths', async () => {
    const literal = { StartAt: 'F', States: { F: { Type: 'Fail', Error: 'No', Cause: 'because' } } };
    expect(await world().run(literal)).toMatchObject({ status: 'FAILED', error: 'No', cause: 'because' });
    const paths = {
      StartAt: 'F',
      States: { F: { Type: 'Fail', ErrorPath: '$.e', CausePath: "States.Format('at {}', $.n)" } },
    };
    expect(await world().run(paths, { e: 'Own', n: 3 })).toMatchObject({ error: 'Own', cause: 'at 3' });
  });
});

describe('Choice', () => {
  const chosen = async (rule: object, input: unknown) =>
    runsTo(
      {
        StartAt: 'C',
        States: {
          C: { Type: 'Choice', Choices: [{ ...rule, Next: 'Yes' }], Default: 'No' },
          Yes: { Type: 'Pass', Result: 'yes', End: true },
          No: { Type: 'Pass', Result: 'no', End: true },
        },
      },
      input,
    );

  it('takes the first rule that holds, else Default', async () => {
    expect(await chosen({ Variable: '$.n', NumericGreaterThan: 3 }, { n: 4 })).toBe('yes');
    expect(await chosen({ Variable: '$.n', NumericGreaterThan: 3 }, { n: 3 })).toBe('no');
  });

  it('reads an absent field as not present, before another operator looks at it', async () => {
    const rule = {
      And: [
        { Variable: '$.a.b', IsPresent: true },
        { Variable: '$.a.b', StringEquals: 'x' },
      ],
    };
    expect(await chosen({ Variable: '$.a.b', IsPresent: false }, {})).toBe('yes');
    expect(await chosen({ Variable: '$.a', IsPresent: false }, { a: null })).toBe('no');
    expect(await chosen(rule, {})).toBe('no');
    expect(await chosen(rule, { a: { b: 'x' } })).toBe('yes');
  });

  it('fails when another operator meets an absent field', async () => {
    const failed = { status: 'FAILED', error: 'States.Runtime' };
    expect(await chosen({ Variable: '$.a', StringEquals: 'x' }, {})).toEqual(failed);
  });

  it('fails with States.NoChoiceMatched when there is no Default', async () => {
    const definition = {
      StartAt: 'C',
      States: {
        C: { Type: 'Choice', Choices: [{ Variable: '$.a', IsNull: true, Next: 'End' }] },
        End: { Type: 'Succeed' },
      },
    };
    expect(await runsTo(definition, { a: 1 })).toEqual({ status: 'FAILED', error: 'States.NoChoiceMatched' });
  });
});

describe('Task on Lambda', () => {
  it('passes the payload and wraps the answer', async () => {
    const output = await runsTo(
      single(lambdaTask('double', { OutputPath: '$' })),
      { n: 2 },
      {
        functions: { double: (event) => ({ doubled: event }) },
      },
    );
    expect(output).toEqual({ ExecutedVersion: '$LATEST', Payload: { doubled: { n: 2 } }, StatusCode: 200 });
  });

  it('runs a function by its own ARN with answer and input as they are', async () => {
    const Resource = 'arn:aws:lambda:us-east-1:000000000000:function:double';
    const output = await runsTo(
      single({ Type: 'Task', Resource, ResultPath: '$.r' }),
      { n: 2 },
      {
        functions: { double: () => 4 },
      },
    );
    expect(output).toEqual({ n: 2, r: 4 });
  });

  it('reshapes the answer by ResultSelector', async () => {
    const ResultSelector = { 'x.$': '$.Payload.a', 'machine.$': '$$.StateMachine.Name' };
    const output = await runsTo(
      single(lambdaTask('f', { ResultSelector, OutputPath: '$' })),
      {},
      {
        functions: { f: () => ({ a: 1, b: 2 }) },
      },
    );
    expect(output).toEqual({ x: 1, machine: 'machine' });
  });

  it('fails with the name of the error that the function threw', async () => {
    const reply = await world({
      functions: {
        f: () => {
          throw named('Broken', 'all of it');
        },
      },
    }).run(single(lambdaTask('f')));
    expect(reply).toMatchObject({ status: 'FAILED', error: 'Broken' });
    expect(JSON.parse(String(reply.cause))).toEqual({
      errorType: 'Broken',
      errorMessage: 'all of it',
      trace: [],
    });
  });

  it('refuses a call that the role does not allow', async () => {
    const needs: string[] = [];
    const opened = world({
      functions: { f: () => 1 },
      allows: (action, resource) => {
        needs.push(`${action} ${resource}`);
        return false;
      },
    });
    expect(await opened.run(single(lambdaTask('f')))).toMatchObject({
      status: 'FAILED',
      error: 'Lambda.AWSLambdaException',
    });
    expect(needs).toEqual(['lambda:InvokeFunction arn:aws:lambda:us-east-1:000000000000:function:f']);
    expect(opened.invoked).toEqual([]);
  });
});

describe('Task on SQS and DynamoDB', () => {
  it('sends a message as the role, an object as its JSON text', async () => {
    const calls: unknown[] = [];
    const state = {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { QueueUrl: 'http://queue', 'MessageBody.$': '$', MessageGroupId: 'org' },
      ResultPath: '$.sent',
    };
    const output = await runsTo(
      single(state),
      { a: 1 },
      {
        callAws: (call) => {
          calls.push(call);
          return { status: 200, body: { MessageId: 'm' } };
        },
      },
    );
    expect(output).toEqual({ a: 1, sent: { MessageId: 'm' } });
    expect(calls).toEqual([
      {
        service: 'sqs',
        action: 'SendMessage',
        roleArn: 'arn:aws:iam::000000000000:role/machine',
        body: { QueueUrl: 'http://queue', MessageBody: '{"a":1}', MessageGroupId: 'org' },
      },
    ]);
  });

  it('names the errors of DynamoDB as Step Functions does', async () => {
    const state = {
      Type: 'Task',
      Resource: 'arn:aws:states:::dynamodb:putItem',
      Parameters: {
        TableName: 't',
        Item: { pk: { S: 'a' } },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
    const failing = (status: number, body: unknown) =>
      runsTo(single(state), {}, { callAws: () => ({ status, body }) });
    const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
    expect(await failing(400, { __type, message: 'no' })).toEqual({
      status: 'FAILED',
      error: 'DynamoDB.ConditionalCheckFailedException',
    });
    expect(await failing(400, { __type: 'x#AccessDeniedException', message: 'no' })).toEqual({
      status: 'FAILED',
      error: 'DynamoDB.AmazonDynamoDBException',
    });
    expect(await failing(500, {})).toEqual({ status: 'FAILED', error: 'DynamoDB.AmazonDynamoDBException' });
  });
});

describe('Retry and Catch', () => {
  const retrying = (retry: object, rest: object = {}) => single(lambdaTask('f', { Retry: [retry], ...rest }));

  it('waits longer before each attempt, at most MaxDelaySeconds', async () => {
    const opened = world({
      functions: {
        f: () => {
          throw named('Busy');
        },
      },
    });
    const retry = {
      ErrorEquals: ['Busy'],
      IntervalSeconds: 2,
      BackoffRate: 3,
      MaxAttempts: 4,
      MaxDelaySeconds: 20,
    };
    expect(await opened.run(retrying(retry))).toMatchObject({ status: 'FAILED', error: 'Busy' });
    const delays = opened.invoked.slice(1).map((call, index) => call.atMs - opened.invoked[index]!.atMs);
    expect(delays).toEqual([2_000, 6_000, 18_000, 20_000]);
  });

  it('draws the delay under full jitter', async () => {
    const opened = world({
      functions: {
        f: () => {
          if (opened.invoked.length === 1) throw named('Busy');
          return 'ok';
        },
      },
    });
    const retry = { ErrorEquals: ['States.ALL'], IntervalSeconds: 10, JitterStrategy: 'FULL' };
    expect(await opened.run(retrying(retry))).toMatchObject({ output: 'ok' });
    expect(opened.clock.now() - NOON_MS).toBe(5_000);
  });

  it('counts each retrier by itself and tells the state how often', async () => {
    const counts: unknown[] = [];
    const errors = ['A', 'B', 'A', 'B'];
    const state = lambdaTask('f', {
      Parameters: { FunctionName: 'f', Payload: { 'count.$': '$$.State.RetryCount' } },
      Retry: [
        { ErrorEquals: ['A'], MaxAttempts: 2 },
        { ErrorEquals: ['B'], MaxAttempts: 2 },
      ],
    });
    const output = await runsTo(
      single(state),
      {},
      {
        functions: {
          f: (event) => {
            counts.push(event);
            const error = errors.shift();
            if (error !== undefined) throw named(error);
            return 'ok';
          },
        },
      },
    );
    expect(output).toBe('ok');
    expect(counts).toEqual([0, 1, 2, 3, 4].map((count) => ({ count })));
  });

  it('catches with the error put into the raw input', async () => {
    const definition = {
      StartAt: 'T',
      States: {
        T: lambdaTask('f', {
          Catch: [
            { ErrorEquals: ['Other'], Next: 'Never' },
            { ErrorEquals: ['States.TaskFailed'], Next: 'Caught', ResultPath: '$.error' },
          ],
          Next: 'Never',
        }),
        Never: { Type: 'Fail' },
        Caught: { Type: 'Succeed' },
      },
    };
    const output = await runsTo(
      definition,
      { a: 1 },
      {
        functions: {
          f: () => {
            throw named('Odd', 'x');
          },
        },
      },
    );
    const Cause = JSON.stringify({ errorMessage: 'x', errorType: 'Odd', trace: [] });
    expect(output).toEqual({ a: 1, error: { Error: 'Odd', Cause } });
  });

  it('neither retries nor catches States.Runtime', async () => {
    const state = lambdaTask('f', {
      InputPath: '$.none',
      Retry: [{ ErrorEquals: ['States.ALL'] }],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Only' }],
    });
    expect(await runsTo(single(state), {})).toEqual({ status: 'FAILED', error: 'States.Runtime' });
  });
});

describe('Map', () => {
  const items = (rest: object = {}) => ({
    Type: 'Map',
    ItemProcessor: { StartAt: 'I', States: { I: { ...lambdaTask('f'), End: true } } },
    ...rest,
  });

  it('runs its processor per item and gives the results in order', async () => {
    const output = await runsTo(
      single(items({ ItemsPath: '$.list', ResultPath: '$.out' })),
      { list: [1, 2, 3] },
      {
        functions: { f: (event) => Number(event) * 10 },
      },
    );
    expect(output).toEqual({ list: [1, 2, 3], out: [10, 20, 30] });
  });

  it('gives each item what ItemSelector says', async () => {
    const ItemSelector = { 'at.$': '$$.Map.Item.Index', 'is.$': '$$.Map.Item.Value', 'all.$': '$.k' };
    const output = await runsTo(
      single(items({ ItemsPath: '$.list', ItemSelector })),
      { list: ['a', 'b'], k: 'k' },
      {
        functions: { f: (event) => event },
      },
    );
    expect(output).toEqual([
      { at: 0, is: 'a', all: 'k' },
      { at: 1, is: 'b', all: 'k' },
    ]);
  });

  it.each([1, 2, 5])('runs at most %i at a time', async (MaxConcurrency) => {
    let now = 0;
    let most = 0;
    const output = await runsTo(single(items({ MaxConcurrency })), [1, 2, 3, 4, 5, 6], {
      functions: {
        f: async (event) => {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
          return event;
        },
      },
    });
    expect(output).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(MaxConcurrency);
  });

  it('gives an empty list for one, and fails on what is no list', async () => {
    expect(await runsTo(single(items()), [])).toEqual([]);
    expect(await runsTo(single(items()), { a: 1 })).toEqual({ status: 'FAILED', error: 'States.Runtime' });
  });

  it('runs processors that never leave the process', async () => {
    const ItemProcessor = {
      ProcessorConfig: { Mode: 'INLINE' },
      StartAt: 'A',
      States: { A: { Type: 'Pass', Parameters: { 'v.$': '$' }, Next: 'B' }, B: { Type: 'Succeed' } },
    };
    const list = Array.from({ length: 150 }, (_, index) => index);
    const output = await runsTo(single({ Type: 'Map', ItemProcessor, MaxConcurrency: 3 }), list);
    expect(output).toEqual(list.map((v) => ({ v })));
  });

  it('fails as a whole when an item does, and can be retried', async () => {
    let failures = 0;
    const output = await runsTo(
      single(items({ Retry: [{ ErrorEquals: ['Bad'], MaxAttempts: 2 }] })),
      [1, 2],
      {
        functions: {
          f: (event) => {
            if (event === 2 && failures < 2) {
              failures += 1;
              throw named('Bad');
            }
            return event;
          },
        },
      },
    );
    expect(output).toEqual([1, 2]);
    expect(failures).toBe(2);
  });
});

describe('Parallel', () => {
  const branch = (state: object) => ({ StartAt: 'B', States: { B: { End: true, ...state } } });

  it('runs its branches on the same input and gives their results in order', async () => {
    const state = {
      Type: 'Parallel',
      Branches: [branch({ Type: 'Wait', Seconds: 60 }), branch(lambdaTask('f'))],
      ResultSelector: { 'second.$': '$[1]', 'first.$': '$[0].a' },
    };
    expect(await runsTo(single(state), { a: 1 }, { functions: { f: () => 'two' } })).toEqual({
      first: 1,
      second: 'two',
    });
  });

  it('ends the other branches when one fails', async () => {
    const opened = world();
    const definition = {
      StartAt: 'P',
      States: {
        P: {
          Type: 'Parallel',
          Branches: [
            branch({ Type: 'Wait', Seconds: 86_400 }),
            {
              StartAt: 'W',
              States: { W: { Type: 'Wait', Seconds: 5, Next: 'F' }, F: { Type: 'Fail', Error: 'E' } },
            },
          ],
          Catch: [{ ErrorEquals: ['E'], Next: 'Done' }],
          End: true,
        },
        Done: { Type: 'Succeed' },
      },
    };
    expect(await opened.run(definition)).toMatchObject({ output: { Error: 'E', Cause: '' } });
    expect(opened.clock.now() - NOON_MS).toBe(5_000);
  });

  it('nests in Map and passes the item on', async () => {
    const inner = branch({ Type: 'Pass', Parameters: { 'i.$': '$$.Map.Item.Index', 'v.$': '$' } });
    const state = {
      Type: 'Map',
      ItemProcessor: branch({ Type: 'Parallel', Branches: [inner, inner] }),
    };
    expect(await runsTo(single(state), ['x', 'y'])).toEqual([
      [
        { i: 0, v: 'x' },
        { i: 0, v: 'x' },
      ],
      [
        { i: 1, v: 'y' },
        { i: 1, v: 'y' },
      ],
    ]);
  });
});

describe('limits', () => {
  it('fails with States.DataLimitExceeded above 256 KiB, whatever is caught', async () => {
    const state = lambdaTask('f', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Only' }] });
    const size = (bytes: number) =>
      runsTo(single(state), {}, { functions: { f: () => 'é'.repeat(bytes / 2) } });
    // Two quotes and the wrapper of lambda:invoke count as well.
    expect(await size(262_144 - 100)).toHaveLength(131_022);
    expect(await size(262_144)).toEqual({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('ends a loop at 25,000 events', async () => {
    const definition = {
      StartAt: 'A',
      States: { A: { Type: 'Pass', Next: 'B' }, B: { Type: 'Pass', Next: 'A' } },
    };
    const reply = await world().run(definition);
    expect(reply).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(reply.cause).toContain('25000');
  });
});

describe('the context object', () => {
  it('tells about execution, machine and state', async () => {
    const definition = {
      StartAt: 'W',
      States: {
        W: { Type: 'Wait', Seconds: 10, Next: 'P' },
        P: { Type: 'Pass', Parameters: { 'all.$': '$$' }, End: true },
      },
    };
    expect(await runsTo(definition, { a: 1 })).toEqual({
      all: {
        Execution: {
          Id: 'arn:aws:states:us-east-1:000000000000:execution:machine:id-1',
          Input: { a: 1 },
          Name: 'id-1',
          RoleArn: 'arn:aws:iam::000000000000:role/machine',
          StartTime: '2026-03-01T12:00:00.000Z',
          RedriveCount: 0,
        },
        StateMachine: { Id: 'arn:aws:states:us-east-1:000000000000:stateMachine:machine', Name: 'machine' },
        State: { Name: 'P', EnteredTime: '2026-03-01T12:00:10.000Z', RetryCount: 0 },
      },
    });
  });
});
