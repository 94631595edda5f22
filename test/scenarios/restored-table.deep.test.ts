import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished } from 'vitest';
import { createDynamoDbCaller, type DynamoDbCaller } from '../../cdk/local/dynamodb/dynamodb-caller.ts';
import { startDynamoDb } from '../../cdk/local/dynamodb/index.ts';
import { writeRunFile } from '../../cdk/local/run-file.ts';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { eventually } from '../support/dispatch-story.ts';
import { validOrder } from '../support/orders-api.ts';
import { runCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const RUNBOOK = new URL('../../cdk/OPERATIONS.md', import.meta.url);
const ADMIN = fileURLToPath(new URL('../../cdk/local/admin.ts', import.meta.url));

/** Name of the restored table in the runbook. */
const RESTORED = 'delivery-prod-restored';

/** An operation of DynamoDB and its input. */
interface Command {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The `aws dynamodb` commands of the runbook's third step, with their options in the form that the service expects. */
function settingsOfRestored(): readonly Command[] {
  const [, step = ''] = /\n3\. Turn on([\s\S]*?)\n4\. /.exec(readFileSync(RUNBOOK, 'utf8')) ?? [];
  const lines = step.replaceAll(/\\\n\s*/g, '').match(/aws dynamodb [^\n]+/g) ?? [];
  return lines.map((line) => {
    const [, operation = ''] = /^aws dynamodb ([a-z-]+)/.exec(line) ?? [];
    const options = [...line.matchAll(/--([a-z-]+)(?: (?!--)(\S+))?/g)].filter(
      ([, name]) => name !== 'query' && name !== 'output',
    );
    return {
      operation: pascal(operation),
      input: Object.fromEntries(options.map(([, name = '', value]) => [pascal(name), optionOf(value)])),
    };
  });
}

const pascal = (name: string) => name.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());

/** A flag, a text, or fields as `Name=value,Other=true`. */
function optionOf(value: string | undefined): unknown {
  if (value === undefined) return true;
  if (!value.includes('=')) return value;
  const fields = value.split(',').map((field) => field.split('='));
  return Object.fromEntries(fields.map(([name, text]) => [name, text === 'true' ? true : text]));
}

/** Another table with the keys, indexes and items of this one and none of its settings, as AWS restores it. */
async function restore(caller: DynamoDbCaller, source: string): Promise<void> {
  const { Table } = await caller.call('DescribeTable', { TableName: source });
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = Table as Record<string, object[]>;
  await caller.call('CreateTable', {
    TableName: RESTORED,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map((index) =>
      Object.fromEntries(
        Object.entries(index).filter(([name]) => ['IndexName', 'KeySchema', 'Projection'].includes(name)),
      ),
    ),
  });
  let from: unknown;
  do {
    const page = await caller.call('Scan', {
      TableName: source,
      ...(from ? { ExclusiveStartKey: from } : {}),
    });
    for (const Item of page.Items as object[]) await caller.call('PutItem', { TableName: RESTORED, Item });
    from = page.LastEvaluatedKey;
  } while (from);
}

scenario(
  'a restored table takes the place of the first one by the commands of the runbook, and work goes on',
  async ({ dataDirectory }) => {
    const first = await runCloud({ assemblyDirectory: inject('assemblyDirectory'), dataDirectory });
    onTestFinished(first.stop);
    const { apiKey: key } = await first.tenant();
    const fields = { label: 'Fast', allowedProviders: ['FleetSimulatorFast'], enableAutoDispatch: true };
    const group = await first.request<{ id: string }>('POST', '/v1/options_group', { key, body: fields });
    const dispatchStrategyId = group.body.id;
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const { body: waiting } = await first.request<{ id: string }>('POST', '/v1/order', {
      key,
      body: {
        ...validOrder,
        dispatchStrategyId,
        deliveryMode: 'scheduled',
        pickupStartTime: inHours(4),
        dropoffEndTime: inHours(8),
      },
    });
    await first.untilIdle();
    const source = first.cloud.tableName();
    await first.stop();

    const server = await startDynamoDb({ directory: join(dataDirectory, 'dynamodb') });
    const caller = createDynamoDbCaller(server.endpoint);
    await restore(caller, source);
    const run: string[] = [];
    for (const { operation, input } of settingsOfRestored()) {
      // The local DynamoDB has no backups, and its tables exist at once.
      if (operation === 'Wait' || operation === 'UpdateContinuousBackups') continue;
      expect(input).toMatchObject({ TableName: RESTORED });
      const reply = await caller.call(operation, input);
      if (operation === 'DescribeTable') {
        expect(reply.Table).toMatchObject({ LatestStreamArn: expect.stringContaining('/stream/') });
      }
      run.push(operation);
    }
    expect(run).toEqual(['UpdateTable', 'UpdateTimeToLive', 'DescribeTable']);
    caller.stop();
    await server.stop();

    const assemblyDirectory = temporaryDirectory('assembly');
    await synthesizeLocally(assemblyDirectory, {
      requestsPerSecond: 0,
      restoredTable: RESTORED,
      restoredTableStreamArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${RESTORED}/stream/local`,
    });
    const local = await runCloud({ assemblyDirectory, dataDirectory });
    onTestFinished(local.stop);
    local.cloud.clock.setSkipping(true);
    const read = async (id: string) =>
      (await local.request<{ status: string; jobId: string | null }>('GET', `/v1/order/${id}`, { key })).body;

    const { body: fresh } = await local.request<{ id: string }>('POST', '/v1/order', {
      key,
      body: { ...validOrder, externalId: 'after', dispatchStrategyId },
    });
    await eventually(
      () => read(fresh.id),
      ({ jobId }) => jobId !== null,
    );
    // What was waiting in the first table continues from the restored one.
    await eventually(
      () => read(waiting.id),
      ({ jobId }) => jobId !== null,
    );

    const { baseUrl, awsEndpoint } = local.cloud;
    onTestFinished(writeRunFile(dataDirectory, { baseUrl, awsEndpoint, tableName: RESTORED }));
    const redrive = promisify(execFile)(
      process.execPath,
      [ADMIN, 'redrive-events', '--from', inHours(-1), '--to', inHours(1)],
      { env: { ...process.env, DATA_DIR: dataDirectory } },
    );
    expect(JSON.parse((await redrive).stdout)).toMatchObject({ redriven: expect.any(Number) });
    await local.untilIdle();
    const { body: jobs } = await local.request<{ totalCount: number }>('GET', '/v1/jobs', { key });
    expect(jobs.totalCount).toBe(2);
  },
);
