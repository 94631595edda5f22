import { createClock, type RunningClock } from '../../../../../cdk/local/clock.ts';
import type { InvocationResult, Resource, RoleCall } from '../../../../../cdk/local/ports.ts';
import { createScheduler, type Scheduler } from '../../../../../cdk/local/scheduler/index.ts';
import { settle } from '../support/settle.ts';

export const NOON_MS = Date.parse('2026-03-01T12:00:00Z');
export const ROLE = 'arn:aws:iam::000000000000:role/scheduler';
export const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:sweep';
export const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:work';
export const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:m';

export interface PlannerOptions {
  readonly invoke?: (event: unknown) => InvocationResult | Promise<InvocationResult>;
  readonly callAws?: (call: RoleCall) => { status: number; body: unknown };
  readonly allows?: boolean;
  readonly dataDirectory?: string;
  /** Skipped in earlier runs. */
  readonly skippedMs?: number;
}

/** The Scheduler with a clock that only the test moves, and targets in memory. */
export function openPlanner(options: PlannerOptions = {}) {
  let scheduler: Scheduler | undefined;
  const clock: RunningClock = createClock({
    idle: async () => (await scheduler?.service.idle()) ?? false,
    machineNow: () => NOON_MS,
    timer: (ms, run) => {
      const handle = ms <= 5 ? setImmediate(run) : undefined;
      return () => handle !== undefined && clearImmediate(handle);
    },
    ...(options.skippedMs === undefined ? {} : { skippedMs: options.skippedMs }),
  });
  const log: string[] = [];
  const invoked: { event: unknown; at: string }[] = [];
  const called: RoleCall[] = [];
  let count = 0;
  scheduler = createScheduler({
    clock,
    dataDirectory: options.dataDirectory,
    log: (line) => log.push(line),
    authorize: () => options.allows ?? true,
    queueUrl: (name) => `http://local/000000000000/${name}`,
    functions: {
      async invoke(_nameOrArn, event) {
        invoked.push({ event, at: new Date(clock.now()).toISOString() });
        return options.invoke?.(event) ?? { ok: true, payload: null };
      },
    },
    async callAws(call) {
      called.push(call);
      return options.callAws?.(call) ?? { status: 200, body: {} };
    },
    uuid: () => {
      count += 1;
      return `firing-${count}`;
    },
  });
  const { service, resourceTypes } = scheduler;

  /** A call by method and path, as the SDK makes it. */
  const api = async (
    method: string,
    pathAndQuery: string,
    body?: object,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const url = new URL(pathAndQuery, 'http://local');
    const call = {
      service: 'scheduler',
      action: service.actionOf?.(method, url.pathname, url.searchParams) ?? '',
      accessKeyId: 'tester',
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: {},
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    };
    const reply = await service.handle(call);
    return {
      status: reply.status,
      error: reply.headers?.['x-amzn-errortype'],
      needs: service.needs(call),
      ...JSON.parse(String(reply.body)),
    };
  };
  const deploy = (
    type: 'Schedule' | 'ScheduleGroup',
    physicalName: string,
    properties: Resource['properties'],
  ) =>
    resourceTypes.find((candidate) => candidate.type === `AWS::Scheduler::${type}`)!.create!({
      stack: 'Stack',
      logicalId: 'It',
      type: `AWS::Scheduler::${type}`,
      physicalName,
      properties,
    });

  return {
    ...scheduler,
    clock,
    log,
    invoked,
    called,
    api,
    deploy,
    /** Moves the clock forward and lets everything that follows end. */
    async pass(ms: number) {
      clock.advance(ms);
      for (let turn = 0; turn < 10_000; turn += 1) {
        await settle();
        if (turn > 5 && (await service.idle())) return;
      }
      throw new Error('never idle');
    },
    async close() {
      clock.stop();
      await service.stop();
    },
  };
}

/** Settings of a schedule, as an API body or template properties. */
export function anySchedule(rest: object = {}, target: object = {}) {
  return {
    ScheduleExpression: 'rate(1 hour)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: FUNCTION, RoleArn: ROLE, Input: '{}', ...target },
    ...rest,
  };
}
