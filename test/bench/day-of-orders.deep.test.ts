import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { PRODUCTION } from '../support/deployed-stages.ts';
import { synthesizeQuickly } from '../support/synthesize-quickly.ts';
import { ACCOUNT, dayOfOrders, LONGEST_WAIT, type Templates } from './day-of-orders.ts';
import { measureOrders } from './measure-orders.ts';

it('47 4: no message of a day of a million orders waits for long, and with half of its concurrency the first bottleneck is named', async () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-day-'));
  await synthesizeLocally(directory.path, { requestsPerSecond: 0, logLevel: 'INFO' });
  const measured = await measureOrders(directory.path);
  const production = synthesizeQuickly(join(directory.path, 'production'), PRODUCTION);
  const { queues, mostAtOnce } = dayOfOrders(measured, production);
  const [fullest] = queues;
  expect(queues.filter(({ oldestSeconds }) => oldestSeconds > LONGEST_WAIT)).toEqual([]);
  expect(mostAtOnce).toBeLessThan(ACCOUNT / 2);

  const halved = dayOfOrders(measured, withHalfOf(fullest!.name, production)).queues;
  expect(halved[0]!.name).toBe(fullest!.name);
  expect(halved[0]!.usedShare).toBeCloseTo(2 * fullest!.usedShare);
  expect(halved.filter(({ oldestSeconds }) => oldestSeconds > LONGEST_WAIT).map(({ name }) => name)).toEqual([
    fullest!.name,
  ]);
});

/** The same templates, where the queue of `worker` may use half as many invocations. */
function withHalfOf(worker: string, stacks: Templates): Templates {
  const functions = stacks.resources('AWS::Lambda::Function');
  const { logicalId } = functions.find(
    ({ Properties }) => Properties?.FunctionName === `delivery-prod-${worker}`,
  )!;
  return {
    resources: (type) =>
      stacks.resources(type).map((resource) => {
        const scaling = resource.Properties?.ScalingConfig as { MaximumConcurrency: number } | undefined;
        const isIts = JSON.stringify(resource.Properties?.FunctionName) === `{"Ref":"${logicalId}"}`;
        if (!isIts || scaling === undefined) return resource;
        const MaximumConcurrency = Math.floor(scaling.MaximumConcurrency / 2);
        return { ...resource, Properties: { ...resource.Properties, ScalingConfig: { MaximumConcurrency } } };
      }),
  };
}
