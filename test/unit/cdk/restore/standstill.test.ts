import { expect, it } from 'vitest';
import type { CallAws } from '../../../../cdk/aws-cli.ts';
import { functionsIn, startAll, stopAll } from '../../../../cdk/restore/standstill.ts';
import { deployedUnits } from '../../../../cdk/units.ts';
import { quickStacks } from '../../../support/stacks.ts';

const functions = functionsIn('delivery-prod', deployedUnits);

/** An account that remembers what was asked for. */
function account() {
  const done: string[] = [];
  const call: CallAws = async (_, operation, options = {}) => {
    const name = String(options['function-name'] ?? options.uuid).replace('delivery-prod-', '');
    const value =
      options['reserved-concurrent-executions'] ??
      (options.enabled && 'on') ??
      (options['no-enabled'] && 'off');
    if (!operation.startsWith('list')) done.push(`${name} ${value ?? 'free'}`);
    return { EventSourceMappings: /webhooks|route-events/.test(name) ? [{ UUID: `${name}-source` }] : [] };
  };
  return { done, call };
}

it('47 1.9: a standstill stops every function that is deployed, and nothing else', {
  timeout: 60_000,
}, () => {
  const deployed = quickStacks({ stage: 'prod', alarmEmail: 'ops@example.com' })
    .resources('AWS::Lambda::Function')
    .map(({ Properties }) => String(Properties?.FunctionName));
  expect(functions.map(({ name }) => name).sort()).toEqual(deployed.sort());
});

it('47 1.9: queues and stream stop first, so that no message becomes a dead letter, and start last', async () => {
  const { done, call } = account();
  await stopAll(call, functions);
  const firstFunction = done.findIndex((one) => one.endsWith(' 0'));
  expect(done.slice(0, firstFunction)).toContain('route-events-source off');
  expect(done.slice(0, firstFunction).every((one) => one.endsWith('-source off'))).toBe(true);
  expect(done.slice(firstFunction)).toHaveLength(functions.length);
  expect(done.slice(firstFunction).every((one) => one.endsWith(' 0'))).toBe(true);

  done.length = 0;
  await startAll(call, functions, { reserves: true });
  expect(done).toContain('authorize 100');
  expect(done).toContain('fire-timer 50');
  expect(done).toContain('api-orders free');
  expect(done.findIndex((one) => one.endsWith(' on'))).toBe(functions.length);
});

it('47 1.9: without reserved invocations none are reserved afterwards', async () => {
  const { done, call } = account();
  await startAll(call, functions, { reserves: false });
  expect(done.filter((one) => / \d+$/.test(one))).toEqual([]);
});
