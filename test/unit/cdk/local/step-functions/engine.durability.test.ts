import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { settle } from '../support/settle.ts';
import { lambdaTask, named, openWorld, single } from './support.ts';

const directory = () => temporaryDirectory('step-functions');

/** A delivery that is executed in steps, with every kind of wait and branch. */
const journey = {
  StartAt: 'Prepare',
  States: {
    Prepare: { Type: 'Pass', Result: 0, ResultPath: '$.step', Next: 'Legs' },
    Legs: {
      Type: 'Map',
      ItemsPath: '$.legs',
      MaxConcurrency: 2,
      ItemProcessor: {
        StartAt: 'Rest',
        States: {
          Rest: { Type: 'Wait', SecondsPath: '$', Next: 'Drive' },
          Drive: lambdaTask('drive', {
            Parameters: {
              FunctionName: 'drive',
              Payload: { 'leg.$': '$', 'retries.$': '$$.State.RetryCount' },
            },
            Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 3, MaxAttempts: 5 }],
            End: true,
          }),
        },
      },
      ResultPath: '$.driven',
      Next: 'Both',
    },
    Both: {
      Type: 'Parallel',
      Branches: [
        single(lambdaTask('count', { OutputPath: '$.Payload.step' })),
        single({ Type: 'Wait', Seconds: 7 }),
      ],
      ResultSelector: { 'first.$': '$[0]' },
      ResultPath: '$.both',
      Next: 'Advance',
    },
    Advance: lambdaTask('count', { Next: 'Enough' }),
    Enough: {
      Type: 'Choice',
      Choices: [{ Variable: '$.step', NumericLessThan: 3, Next: 'Pause' }],
      Default: 'Refuse',
    },
    Pause: { Type: 'Wait', Seconds: 60, Next: 'Advance' },
    Refuse: lambdaTask('refuse', {
      Catch: [{ ErrorEquals: ['Refused'], ResultPath: '$.refused', Next: 'Done' }],
      End: true,
    }),
    Done: { Type: 'Succeed' },
  },
};

/** All depend only on their input, as a handler that may run twice must. */
const functions = {
  drive: (event: unknown) => {
    const { leg, retries } = event as { leg: number; retries: number };
    if (leg === 3 && retries < 2) throw named('Busy');
    return `leg of ${leg}`;
  },
  count: (event: unknown) => {
    const state = event as { step: number };
    return { ...state, step: state.step + 1 };
  },
  refuse: () => {
    throw named('Refused', 'it is enough');
  },
};

const INPUT = { legs: [5, 1, 3], step: 0 };
const OUTPUT = {
  legs: [5, 1, 3],
  step: 3,
  driven: ['leg of 5', 'leg of 1', 'leg of 3'],
  both: { first: 1 },
  refused: {
    Error: 'Refused',
    Cause: JSON.stringify({ errorMessage: 'it is enough', errorType: 'Refused', trace: [] }),
  },
};

/**
 * Runs the journey, at most `maxCalls` calls at a time, and lets the process "die" after each of the given numbers of
 * turns of the event loop: the part is dropped as it is, including calls under way, and another is opened on the same
 * file.
 */
async function runWithDeaths(turnsBetweenDeaths: readonly number[], maxCalls: number) {
  const dataDirectory = directory();
  let skippedMs = 0;
  let executionArn = '';
  let deaths = 0;
  let calls = 0;
  for (const turns of [...turnsBetweenDeaths, 20_000]) {
    const world = openWorld({ dataDirectory, functions, skippedMs, maxCalls });
    await world.deploy('journey', journey);
    world.start();
    world.clock.setSkipping(true);
    const started = await world.api('StartExecution', {
      stateMachineArn: world.machineArn('journey'),
      name: 'one',
      input: JSON.stringify(INPUT),
    });
    executionArn = executionArn || String(started.executionArn);
    for (let turn = 0; turn < turns && (await running(world, executionArn)); turn += 1) await settle();
    const reply = await world.api('DescribeExecution', { executionArn });
    const history = await world.api('GetExecutionHistory', { executionArn, maxResults: 1_000 });
    skippedMs = world.clock.now() - world.startedMs;
    calls += world.invoked.length;
    await world.close();
    if (reply.status !== 'RUNNING') return { reply, history, deaths, calls };
    deaths += 1;
  }
  throw new Error('the journey did not end');
}

async function running(world: ReturnType<typeof openWorld>, executionArn: string): Promise<boolean> {
  return (await world.api('DescribeExecution', { executionArn })).status === 'RUNNING';
}

const eventTypes = (history: Readonly<Record<string, unknown>>) =>
  (history.events as { type: string }[]).map((event) => event.type).sort();

describe('an execution whose process dies', () => {
  it('gives the same result and the same history wherever it died, however often', async () => {
    const calm = await runWithDeaths([], 200);
    expect(JSON.parse(String(calm.reply.output))).toEqual(OUTPUT);
    let mostDeaths = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 40 }),
        // With one call at a time, nearly every transition has a turn of its own.
        fc.constantFrom(1, 200),
        async (turnsBetweenDeaths, maxCalls) => {
          const { reply, history, deaths, calls } = await runWithDeaths(turnsBetweenDeaths, maxCalls);
          mostDeaths = Math.max(mostDeaths, deaths);
          expect(reply.status).toBe('SUCCEEDED');
          expect(reply.output).toBe(calm.reply.output);
          expect(eventTypes(history)).toEqual(eventTypes(calm.history));
          expect(calls).toBeGreaterThanOrEqual(calm.calls);
        },
      ),
      { numRuns: 40, seed: 20_260_301 },
    );
    expect(mostDeaths).toBeGreaterThan(10);
  });

  it('calls a task again that was under way', async () => {
    const dataDirectory = directory();
    const first = openWorld({ dataDirectory, functions: { f: () => new Promise(() => undefined) } });
    await first.deploy('m', single(lambdaTask('f')));
    first.start();
    const { executionArn } = await first.api('StartExecution', { stateMachineArn: first.machineArn('m') });
    await settle();
    expect(first.invoked).toHaveLength(1);
    expect(await first.service.idle()).toBe(false);
    await first.close();

    const second = openWorld({ dataDirectory, functions: { f: () => 'done' } });
    await second.deploy('m', single(lambdaTask('f')));
    expect(second.invoked).toHaveLength(0);
    second.start();
    expect(await second.ended(String(executionArn))).toMatchObject({ status: 'SUCCEEDED', output: '"done"' });
    await second.close();
  });

  it('keeps what a task was to be called with: no new random values on the second call', async () => {
    const dataDirectory = directory();
    const state = lambdaTask('f', {
      Parameters: { FunctionName: 'f', Payload: { 'key.$': 'States.UUID()' } },
    });
    const first = openWorld({ dataDirectory, functions: { f: () => new Promise(() => undefined) } });
    await first.deploy('m', single(state));
    first.start();
    const { executionArn } = await first.api('StartExecution', { stateMachineArn: first.machineArn('m') });
    await settle();
    await first.close();
    const second = openWorld({ dataDirectory, functions: { f: (event) => event } });
    second.start();
    await second.ended(String(executionArn));
    expect(second.invoked[0]?.event).toEqual(first.invoked[0]?.event);
    await second.close();
  });

  it('ends a wait that ran out while nothing ran, and goes on with the definition it was started with', async () => {
    const dataDirectory = directory();
    const machine = (Result: string) => ({
      StartAt: 'W',
      States: { W: { Type: 'Wait', Seconds: 3_600, Next: 'P' }, P: { Type: 'Pass', Result, End: true } },
    });
    const first = openWorld({ dataDirectory });
    await first.deploy('m', machine('old'));
    first.start();
    const { executionArn } = await first.api('StartExecution', { stateMachineArn: first.machineArn('m') });
    await first.close();

    const second = openWorld({ dataDirectory, skippedMs: 7_200_000 });
    await second.deploy('m', machine('new'));
    second.start();
    expect(await second.ended(String(executionArn))).toMatchObject({ output: '"old"' });
    await second.close();
  });

  it('fails alone when its stored definition is not understood any more; the others wake', async () => {
    const dataDirectory = directory();
    const first = openWorld({ dataDirectory });
    await first.deploy('bad', single({ Type: 'Wait', Seconds: 60 }));
    await first.deploy('good', single({ Type: 'Wait', Seconds: 60 }));
    first.start();
    const start = (name: string) => first.api('StartExecution', { stateMachineArn: first.machineArn(name) });
    const bad = await start('bad');
    const good = await start('good');
    await first.close();
    const database = new DatabaseSync(join(dataDirectory, 'step-functions.sqlite'));
    database.exec("update definitions set text = replace(text, 'Wait', 'Nap') where machine_name = 'bad'");
    database.close();

    const second = openWorld({ dataDirectory, skippedMs: 60_000 });
    second.start();
    expect(await second.ended(String(good.executionArn))).toMatchObject({ status: 'SUCCEEDED' });
    const reply = await second.ended(String(bad.executionArn));
    expect(reply).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(second.log.join()).toContain('Type Nap');
    await second.close();
  });
});
