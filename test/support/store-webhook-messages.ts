import { localTable } from '../../cdk/local/local-table.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { getJob } from '../../functions/api/jobs/get-job.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { create } from '../../lib/platform/table/index.ts';
import { webhookMessageEntity } from '../../lib/reactions/webhooks/index.ts';
import { anyMessage } from './builders/any-message.ts';
import type { CloudPlace } from './notify-webhooks.ts';

const body = { type: 'delivery', event: 'dropoff_complete', data: getJob.replyExample };

/**
 * Puts messages into a running local cloud as if they had been sent to an endpoint: two at each instant, up to now.
 * They are about the jobs `job_<first>` and so on, one each; every third is a failure.
 */
export async function storeWebhookMessages(
  { awsEndpoint, tableName, now }: CloudPlace,
  organizationId: string,
  { first = 0, count }: { readonly first?: number; readonly count: number },
): Promise<void> {
  const { table, close } = tenancyOnTable(localTable(awsEndpoint, tableName));
  const messages = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const timestamp = toInstant(now - Math.floor((count - 1 - index) / 2) * 1_000);
    const tags = ['job', 'tsk', 'dlv', 'ord'].map((prefix) => `${prefix}_${number}`);
    const eventType = number % 3 === 0 ? 'delivery.failed' : 'delivery.dropoff_complete';
    return anyMessage({ organizationId, eventId: `evt_${number}`, eventType, timestamp, tags, body });
  });
  try {
    for (let written = 0; written < count; written += 100) {
      const part = messages.slice(written, written + 100);
      await table.write(part.map((message) => create(webhookMessageEntity, message)));
    }
  } finally {
    close();
  }
}
