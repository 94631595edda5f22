import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Units } from '../../cdk/units.ts';
import { defineQueueWorker, defineTaskWorker } from '../../lib/platform/events/index.ts';
import { defineArea, defineEndpoint } from '../../lib/platform/http/index.ts';
import { defineSecret, defineStateMachine } from '../../lib/platform/runtime/index.ts';
import { quickStacks } from '../support/stacks.ts';

const OPERATIONS = new URL('../../cdk/OPERATIONS.md', import.meta.url);

/** CloudFormation allows 500 per stack; the rest is in reserve. */
const MAX_RESOURCES = 420;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** An installation several times as large as any planned one: 250 routes, 60 functions, 30 of them consumers. */
function manyUnits(): Units {
  const secrets = numbers(5).map((n) =>
    defineSecret({ name: `secret-${n}`, description: 'A secret.', whyNotRotated: 'It is made up.' }),
  );
  const areas = numbers(20).map((area) =>
    defineArea({
      name: `area-${area}`,
      uses: { table: 'readWrite', bucket: 'readWrite', secrets, geocodes: true, models: true },
      endpoints: numbers(area < 10 ? 13 : 12).map((n) =>
        defineEndpoint({
          name: `operation${area}x${n}`,
          method: 'GET',
          path: `/v1/area-${area}/things-${n}`,
          area: 'Things',
          summary: 'Read a thing',
          permission: 'READ_ORDER',
          forLimited: 'narrowed',
          reply: z.object({}),
          replyExample: {},
          refusals: [],
          handle: () => ({}),
        }),
      ),
    }),
  );
  const taskWorkers = numbers(10).map((n) =>
    defineTaskWorker({
      name: `task-${n}`,
      input: z.object({}),
      timeoutSeconds: 30,
      ...(n < 5 ? { schedule: 'rate(5 minutes)' } : {}),
      uses: { table: 'readWrite', sendsEmail: true, sendsTexts: true, sendsChats: true },
      failureImpact: 'Nobody suffers.',
      handle: async () => ({}),
    }),
  );
  const machines = numbers(10).map((n) =>
    defineStateMachine({
      name: `machine-${n}`,
      comment: 'Does a step.',
      type: n % 2 === 0 ? 'STANDARD' : 'EXPRESS',
      startAt: 'Step',
      invokes: [`task-${n}`],
      sends: [`worker-${n}`],
      failureImpact: 'Nobody suffers.',
      states: ({ functionArn }) => ({
        Step: { Type: 'Task', Resource: functionArn(`task-${n}`), End: true },
      }),
    }),
  );
  const queueWorkers = numbers(30).map((n) =>
    defineQueueWorker({
      name: `worker-${n}`,
      consumes: numbers(20).map((event) => ({ name: `thing.happened_${n}_${event}`, summary: '' })),
      timeoutSeconds: 30,
      uses: {
        table: 'readWrite',
        starts: machines.slice(0, 2),
        stops: machines.slice(0, 1),
        sends: ['worker-0'],
        schedules: ['task-9'],
        measuresRoutes: true,
      },
      failureImpact: 'Nobody suffers.',
      handle: async () => undefined,
    }),
  );
  return { areas, taskWorkers, queueWorkers };
}

it('250 routes, 60 functions and 30 workers fit, with at most 420 resources in any stack', () => {
  // Production has the most resources: aliases, deployment groups, reserved concurrency.
  const stacks = quickStacks({ stage: 'prod', alarmEmail: 'ops@example.com' }, manyUnits());
  const count = (type: string) => stacks.resources(type).length;
  expect(count('AWS::ApiGatewayV2::Route')).toBe(250);
  // Besides them the authorizer and the router.
  expect(count('AWS::Lambda::Function')).toBe(60 + 2);
  expect(count('AWS::Lambda::EventSourceMapping')).toBe(30 + 1);
  const sizes = stacks.artifacts.map(({ stackName }) => ({
    stackName,
    resources: stacks.in(stackName).length,
  }));
  expect(sizes.filter(({ resources }) => resources > MAX_RESOURCES)).toEqual([]);
  // The exports of a stack are few and do not grow with the units.
  for (const { template } of stacks.artifacts)
    expect(Object.keys(template.Outputs ?? {}).length).toBeLessThan(20);
}, 60_000);

it('so does what there is: every stack has room for more', () => {
  const stacks = quickStacks({ stage: 'prod', alarmEmail: 'ops@example.com' });
  const sizes = stacks.artifacts.map(({ stackName }) => [stackName, stacks.in(stackName).length] as const);
  expect(sizes.filter(([, resources]) => resources > MAX_RESOURCES)).toEqual([]);
  const [, quota] = /Routes per HTTP API \| (\d+) \|/.exec(readFileSync(OPERATIONS, 'utf8')) ?? [];
  expect(Number(quota)).toBeGreaterThanOrEqual(stacks.resources('AWS::ApiGatewayV2::Route').length);
}, 60_000);

it('two values of one name are refused, and so is a machine that names a worker which nobody listed', () => {
  const units = manyUnits();
  const another = defineSecret({
    name: 'secret-0',
    description: 'Another.',
    whyNotRotated: 'It is made up.',
  });
  const build = (changed: Units) => () => quickStacks({}, changed);
  const [area] = units.areas;
  const twice = defineArea({ ...area!, name: 'twice', endpoints: [], uses: { secrets: [another] } });
  expect(build({ ...units, areas: [...units.areas, twice] })).toThrow(
    'Two different values have the name "secret-0"',
  );
  expect(build({ ...units, taskWorkers: units.taskWorkers.slice(1) })).toThrow(
    '"machine-0" invokes "task-0"',
  );
});
