import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineStateMachine, type MachineParts } from '../../../lib/platform/runtime/index.ts';
import { machineClient } from '../../simulation/world/aws-clients.ts';
import { Machines } from '../../simulation/world/machines.ts';
import { Queues } from '../../simulation/world/queues.ts';
import { quietWorld } from '../../support/quiet-world.ts';
import { openWorld } from '../../unit/cdk/local/step-functions/support.ts';
import { serveServices } from '../../unit/cdk/local/support/serve-services.ts';
import { settle } from '../../unit/cdk/local/support/settle.ts';

/** Waits, has its work done, in more than one try if needed, and passes the result on. */
const machine = defineStateMachine({
  name: 'waiting',
  comment: 'Waits, then works.',
  startAt: 'Wait',
  failureImpact: 'None.',
  states: ({ functionArn }: MachineParts) => ({
    Wait: { Type: 'Wait', SecondsPath: '$.seconds', Next: 'Work' },
    Work: {
      Type: 'Task',
      Resource: functionArn('work'),
      ResultPath: '$.result',
      Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 2, MaxAttempts: 2, BackoffRate: 2 }],
      Next: 'Is it done?',
    },
    'Is it done?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.result.isDone', BooleanEquals: false, Next: 'Wait' }],
      Default: 'Tell',
    },
    Tell: { Type: 'Task', Resource: functionArn('tell'), End: true },
  }),
});

interface Tried {
  readonly client: SFNClient;
  readonly arn: string;
  done<Answer>(call: Promise<Answer>): Promise<Answer>;
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

type Work = (event: { readonly id: string }) => object;

async function simulated(work: Work, tell: (event: unknown) => void): Promise<Tried> {
  const { world, pool, caller, done, pass } = quietWorld({ work: work as never, tell: tell as never });
  const machines = new Machines(world, pool, new Queues(world, pool, []), [machine]);
  return {
    client: machineClient(caller, machines),
    arn: machine.name,
    done,
    pass,
    stop: async () => undefined,
  };
}

async function local(work: Work, tell: (event: unknown) => void): Promise<Tried> {
  const cloud = openWorld({
    functions: {
      work: (event) => work(event as { readonly id: string }),
      tell: (event) => {
        tell(event);
        return {};
      },
    },
  });
  const functionArn = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  const States = machine.states({ functionArn, queueUrl: () => '' });
  await cloud.deploy(machine.name, { StartAt: machine.startAt, States });
  cloud.start();
  const served = await serveServices(() => [cloud.service]);
  const client = new SFNClient({
    endpoint: served.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  return {
    client,
    arn: cloud.machineArn(machine.name),
    done: (call) => call,
    async pass(ms) {
      cloud.clock.advance(ms);
      for (let turn = 0; turn < 10 || !(await cloud.service.idle()); turn += 1) await settle();
    },
    async stop() {
      client.destroy();
      await served.stop();
      await cloud.close();
    },
  };
}

describe.each([
  { name: 'simulated', start: simulated },
  { name: 'of the local cloud', start: local },
])('state machines: $name', ({ start }) => {
  let tried: Tried;
  let worked: string[];
  let told: unknown[];
  let failures: number;
  let rounds: number;
  beforeEach(async () => {
    [worked, told, failures, rounds] = [[], [], 0, 1];
    tried = await start(
      ({ id }) => {
        worked.push(id);
        if (failures > 0) {
          failures -= 1;
          throw new Error('not yet');
        }
        rounds -= 1;
        return { isDone: rounds === 0 };
      },
      (event) => void told.push(event),
    );
  });
  afterEach(() => tried.stop());

  const begin = (name: string, input: object) =>
    tried.done(
      tried.client.send(
        new StartExecutionCommand({ stateMachineArn: tried.arn, name, input: JSON.stringify(input) }),
      ),
    );
  const passInSteps = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await tried.pass(1_000);
  };

  it('wait as long as they are told, and pass results on', async () => {
    await begin('one', { id: 'a', seconds: 30 });
    await tried.pass(25_000);
    expect(worked).toEqual([]);
    await passInSteps(8);
    expect(worked).toEqual(['a']);
    expect(told).toEqual([{ id: 'a', seconds: 30, result: { isDone: true } }]);
  });

  it('try again what fails, and go where the result leads', async () => {
    failures = 1;
    rounds = 2;
    await begin('one', { id: 'a', seconds: 5 });
    await passInSteps(30);
    expect(worked).toEqual(['a', 'a', 'a']);
    expect(told).toHaveLength(1);
  });

  it('have one execution of a name: the same again changes nothing, and another one is refused', async () => {
    const input = { id: 'a', seconds: 30 };
    const first = await begin('one', input);
    expect((await begin('one', input)).executionArn).toBe(first.executionArn);
    await expect(begin('one', { ...input, seconds: 31 })).rejects.toThrow(ExecutionAlreadyExists);
    await passInSteps(40);
    expect(worked).toEqual(['a']);
    await expect(begin('one', input)).rejects.toThrow(ExecutionAlreadyExists);
  });
});
