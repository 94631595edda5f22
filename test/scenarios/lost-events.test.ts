import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, inject, onTestFinished } from 'vitest';
import { localTable } from '../../cdk/local/local-table.ts';
import { writeRunFile } from '../../cdk/local/run-file.ts';
import { assemblyWithout } from '../support/assembly-without.ts';
import { eventually } from '../support/dispatch-story.ts';
import { validOrder } from '../support/orders-api.ts';
import { runCloud, type TestCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';

const ADMIN = fileURLToPath(new URL('../../cdk/local/admin.ts', import.meta.url));

/** What a message about an abandoned batch of the stream says about it. */
interface BatchInfo {
  readonly approximateArrivalOfFirstRecord: string;
  readonly approximateArrivalOfLastRecord: string;
  readonly batchSize: number;
}

/** A local cloud on this directory whose clock skips waits; stopped with the test. */
async function cloudOn(dataDirectory: string, assemblyDirectory: string): Promise<TestCloud> {
  const local = await runCloud({ assemblyDirectory, dataDirectory });
  onTestFinished(local.stop);
  local.cloud.clock.setSkipping(true);
  return local;
}

/** The queue of lost batches, as an operator reaches it. */
function lostEvents({ cloud }: TestCloud) {
  const QueueUrl = Object.values(cloud.outputs).find((of) => of.LostEventsQueueUrl)?.LostEventsQueueUrl;
  const client = new SQSClient(localTable(cloud.awsEndpoint, '').client);
  onTestFinished(() => client.destroy());
  return {
    async batches(): Promise<readonly BatchInfo[]> {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
      );
      return Messages.map(({ Body = '' }) => JSON.parse(Body).DDBStreamBatchInfo as BatchInfo);
    },
    purge: () => client.send(new PurgeQueueCommand({ QueueUrl })),
  };
}

scenario(
  'events that the router gave up reach their workers when an operator hands them out again',
  async ({ dataDirectory }) => {
    const broken = await cloudOn(
      dataDirectory,
      assemblyWithout('sqs:SendMessage', /^routeeventsRole/, { alone: true }),
    );
    const { apiKey: key } = await broken.tenant();
    const group = { label: 'Fast', allowedProviders: ['FleetSimulatorFast'], enableAutoDispatch: true };
    const strategy = await broken.request<{ id: string }>('POST', '/v1/options_group', { key, body: group });
    const { body: order } = await broken.request<{ id: string }>('POST', '/v1/order', {
      key,
      body: { ...validOrder, dispatchStrategyId: strategy.body.id },
    });
    const [lost] = await eventually(lostEvents(broken).batches, (batches) => batches.length > 0);
    await broken.stop();

    const local = await cloudOn(dataDirectory, inject('assemblyDirectory'));
    const read = async () =>
      (await local.request<{ jobId: string | null }>('GET', `/v1/order/${order.id}`, { key })).body;
    await local.untilIdle();
    expect(await read()).toMatchObject({ status: 'valid', jobId: null });

    const { baseUrl, awsEndpoint } = local.cloud;
    onTestFinished(writeRunFile(dataDirectory, { baseUrl, awsEndpoint, tableName: local.cloud.tableName() }));
    const range = [
      ...['--from', String(lost?.approximateArrivalOfFirstRecord)],
      ...['--to', String(lost?.approximateArrivalOfLastRecord)],
    ];
    const redrive = () =>
      promisify(execFile)(process.execPath, [ADMIN, 'redrive-events', ...range], {
        env: { ...process.env, DATA_DIR: dataDirectory },
      });
    expect(JSON.parse((await redrive()).stdout)).toMatchObject({ redriven: expect.any(Number) });
    await lostEvents(local).purge();
    const { jobId } = await eventually(read, (found) => found.jobId !== null);

    // The workers get the events of that time a second time.
    await redrive();
    await local.untilIdle();
    expect((await read()).jobId).toBe(jobId);
    const { body: jobs } = await local.request<{ totalCount: number }>('GET', '/v1/jobs', { key });
    expect(jobs.totalCount).toBe(1);
  },
);
