import { afterEach, describe, expect, it } from 'vitest';
import { lambdaTask, openWorld, single } from '../support.ts';

const FAILING = { StartAt: 'A', States: { A: { Type: 'Fail', Error: 'No', Cause: 'because' } } };

describe('an express machine', () => {
  let world: ReturnType<typeof openWorld>;
  afterEach(() => world.close());

  const begin = async (definition: object, functions: Record<string, () => unknown> = {}) => {
    world = openWorld({ functions });
    await world.deploy('m', definition, 'EXPRESS');
    world.start();
    return { stateMachineArn: world.machineArn('m'), name: 'same', input: '{"a":1}' };
  };

  it('may be started any number of times by one name', async () => {
    const request = await begin(single({ Type: 'Pass' }));
    const [one, two] = [
      await world.api('StartExecution', request),
      await world.api('StartExecution', request),
    ];
    expect(one).toMatchObject({ status: 200, executionArn: expect.stringContaining(':express:m:same:') });
    expect(two.executionArn).not.toBe(one.executionArn);
  });

  it('answers whoever waits for its end, with its output or with its error', async () => {
    const request = await begin(single(lambdaTask('f')), { f: () => ({ done: true }) });
    const reply = await world.api('StartSyncExecution', request);
    expect(reply).toMatchObject({ status: 'SUCCEEDED' });
    expect(JSON.parse(String(reply.output))).toEqual({ done: true });
    await world.deploy('bad', FAILING, 'EXPRESS');
    const bad = await world.api('StartSyncExecution', { stateMachineArn: world.machineArn('bad') });
    expect(bad).toMatchObject({ status: 'FAILED', error: 'No', cause: 'because' });
  });

  it('ends after five minutes at the latest', async () => {
    const request = await begin(single({ Type: 'Wait', Seconds: 600 }));
    const { executionArn } = await world.api('StartExecution', request);
    world.clock.advance(301_000);
    expect(await world.ended(String(executionArn))).toMatchObject({ status: 'TIMED_OUT' });
  });

  it('is the only kind whose end can be waited for', async () => {
    await begin(single({ Type: 'Pass' }));
    await world.deploy('standard', single({ Type: 'Pass' }));
    expect(
      await world.api('StartSyncExecution', { stateMachineArn: world.machineArn('standard') }),
    ).toMatchObject({ status: 400, __type: expect.stringContaining('StateMachineTypeNotSupported') });
  });
});
