import { afterEach, beforeEach, expect, it } from 'vitest';
import { attempt } from '../../../../../lib/reactions/webhooks/attempt.ts';
import type { WebhookEndpoint } from '../../../../../lib/reactions/webhooks/index.ts';
import { recordingLog } from '../../../../support/recording-log.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

let work: WebhooksAtWork;
beforeEach(async () => {
  work = await startWebhooks();
});
afterEach(() => work.stop());

/** Sends messages to an endpoint. Returns the number of attempts for which each line of the log stands. */
async function logged(endpoint: WebhookEndpoint, messages: number): Promise<readonly number[]> {
  const log = recordingLog();
  for (let index = 0; index < messages; index += 1)
    await attempt({ ...work.deps, log }, { id: `msg_${index}`, body: '{}' }, endpoint, 1);
  return log.entries.map(({ fields }) => (fields as { attempts: number }).attempts);
}

it('47 2: one of ten attempts that succeeded is logged, for the others as well, and the same ones in every run', async () => {
  // Which attempts are logged depends on the endpoint's id, which is another one in every run.
  const endpoint = { ...(await work.endpoint()), id: 'ep_logged' };
  const lines = await logged(endpoint, 500);
  expect(new Set(lines)).toEqual(new Set([10]));
  const told = lines.reduce((sum, attempts) => sum + attempts, 0);
  expect(told).toBeGreaterThan(350);
  expect(told).toBeLessThan(650);
  expect(await logged(endpoint, 500)).toEqual(lines);
});

it('47 2: every attempt that failed is logged by itself', async () => {
  work.answerWith(() => ({ status: 500 }));
  expect(await logged(await work.endpoint(), 20)).toEqual(Array(20).fill(1));
});
