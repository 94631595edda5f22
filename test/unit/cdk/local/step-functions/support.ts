import { createClock, type RunningClock } from '../../../../../cdk/local/clock.ts';
import type { AwsCall, InvocationResult, RoleCall } from '../../../../../cdk/local/ports.ts';
import { createStepFunctions, type StepFunctions } from '../../../../../cdk/local/step-functions/index.ts';
import { settle } from '../support/settle.ts';

export const NOON_MS = Date.parse('2026-03-01T12:00:00Z');
export const ROLE = 'arn:aws:iam::000000000000:role/machine';

/** A function of the test: what it returns is the payload, what it throws is the function's error. */
export type FakeFunction = (event: unknown) => unknown;

export interface WorldOptions {
  readonly functions?: Readonly<Record<string, FakeFunction>>;
  readonly callAws?: (call: RoleCall) => { status: number; body: unknown };
  readonly allows?: (action: string, resource: string) => boolean;
  readonly dataDirectory?: string;
  /** Skipped in earlier runs. */
  readonly skippedMs?: number;
  readonly maxCalls?: number;
  /** Without it, only the test moves the clock. */
  readonly skipping?: boolean;
}

/** The Step Functions part with a clock that stands still or skips, and functions in memory. */
export function openWorld(options: WorldOptions = {}) {
  const log: string[] = [];
  let states: StepFunctions | undefined;
  const clock: RunningClock = createClock({
    idle: async () => (await states?.service.idle()) ?? false,
    machineNow: () => NOON_MS,
    ...(options.skippedMs === undefined ? {} : { skippedMs: options.skippedMs }),
    // Only what is due at once, and the check for idleness, happens by itself.
    timer: (ms, run) => {
      const handle = ms <= 5 ? setImmediate(run) : undefined;
      return () => handle !== undefined && clearImmediate(handle);
    },
  });
  const invoked: { name: string; event: unknown; atMs: number }[] = [];
  states = createStepFunctions({
    clock,
    dataDirectory: options.dataDirectory,
    log: (line) => log.push(line),
    authorize: (_role, need) => options.allows?.(need.action, need.resource) ?? true,
    functions: {
      async invoke(nameOrArn, event) {
        const name = nameOrArn.slice(nameOrArn.lastIndexOf(':') + 1);
        invoked.push({ name, event, atMs: clock.now() });
        return call(options.functions?.[name], name, event);
      },
    },
    callAws: async (roleCall) => options.callAws?.(roleCall) ?? { status: 200, body: {} },
    random: { uuid: counter('id'), fraction: () => 0.5 },
    ...(options.maxCalls === undefined ? {} : { maxCalls: options.maxCalls }),
  });
  const { service, resourceTypes } = states;

  const api = async (action: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await service.handle(awsCall(action, body));
    return { status: reply.status, ...JSON.parse(String(reply.body)) };
  };
  const deploy = (name: string, definition: object, type: 'STANDARD' | 'EXPRESS' = 'STANDARD') =>
    resourceTypes[0]!.create!({
      stack: 'Stack',
      logicalId: 'Machine',
      type: 'AWS::StepFunctions::StateMachine',
      physicalName: name,
      properties: { DefinitionString: JSON.stringify(definition), RoleArn: ROLE, StateMachineType: type },
    });
  const machineArn = (name: string) => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;

  /** Lets promises and immediates run until the execution has ended. */
  const ended = async (executionArn: string) => {
    for (let round = 0; round < 20_000; round += 1) {
      const reply = await api('DescribeExecution', { executionArn });
      if (reply.status !== 'RUNNING') return reply;
      await settle();
    }
    throw new Error(`${executionArn} did not end: ${JSON.stringify(states?.statusOf(1))}`);
  };
  /** Deploys, starts and waits for the end. */
  const run = async (definition: object, input: unknown = {}): Promise<Readonly<Record<string, unknown>>> => {
    await deploy('machine', definition);
    states?.start();
    clock.setSkipping(options.skipping ?? true);
    const { executionArn } = await api('StartExecution', {
      stateMachineArn: machineArn('machine'),
      input: JSON.stringify(input),
    });
    const reply = await ended(String(executionArn));
    const output = typeof reply.output === 'string' ? JSON.parse(reply.output) : undefined;
    return { ...reply, output };
  };

  return {
    ...states,
    clock,
    /** The machine's time, which stands still. */
    startedMs: NOON_MS,
    log,
    invoked,
    api,
    deploy,
    machineArn,
    ended,
    run,
    async close() {
      clock.stop();
      await service.stop();
    },
  };
}

/** A state machine of one state that ends. */
export function single(state: object) {
  return { StartAt: 'Only', States: { Only: { End: true, ...state } } };
}

/** A Task state on a function, as the CDK writes it. */
export function lambdaTask(name: string, rest: object = {}) {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Parameters: {
      FunctionName: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      'Payload.$': '$',
    },
    OutputPath: '$.Payload',
    ...rest,
  };
}

/** An error with a name of its own, as a function throws it. */
export function named(name: string, message = 'no'): Error {
  return Object.assign(new Error(message), { name });
}

async function call(run: FakeFunction | undefined, name: string, event: unknown): Promise<InvocationResult> {
  if (run === undefined) throw new Error(`there is no function ${name}`);
  try {
    return { ok: true, payload: await run(event) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ok: false, errorType: error.name, errorMessage: error.message, trace: [] };
  }
}

function awsCall(action: string, body: object): AwsCall {
  return {
    service: 'states',
    action,
    accessKeyId: 'tester',
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  };
}

function counter(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count}`;
  };
}
