import { describe, expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../../cdk/local/cloud.ts';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { scenario } from '../support/scenario.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const KEYS = '/v1/organization-management/api-keys';

describe('the real stacks on the local cloud', () => {
  scenario(
    'answer a key that may and refuse one that is not there',
    async ({ local, tenant: { apiKey } }) => {
      expect(await local.request('GET', KEYS, { key: apiKey })).toMatchObject({ status: 200 });
      expect(await local.request('GET', KEYS)).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHORIZED' } },
      });
      expect(await local.request('GET', KEYS, { key: 'nobody' })).toMatchObject({ status: 401 });
    },
  );

  scenario('show themselves on the status page', async ({ local }) => {
    const page = await local.request<string>('GET', '/_local');
    expect(page.headers.get('content-type')).toContain('text/html');
    // The page asks for what it shows.
    expect(page.body).toContain('/_local/state');
    const state = await local.request('GET', '/_local/state');
    expect(state.body).toMatchObject({ tables: [{ name: local.cloud.tableName() }], executions: [] });
  });

  scenario('come to rest', async ({ local }) => {
    await local.untilIdle();
    expect(await local.cloud.idle()).toBe(true);
  });
});

test('the stacks of production run as well', async () => {
  const assemblyDirectory = temporaryDirectory('assembly');
  await synthesizeLocally(assemblyDirectory, { stage: 'prod', alarmEmail: 'alarms@example.com' });
  const cloud = await startCloud({ assemblyDirectory, port: 0 });
  onTestFinished(() => cloud.stop());
  expect(cloud.tableName()).toContain('prod');
});
