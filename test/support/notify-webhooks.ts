import { localTable } from '../../cdk/local/local-table.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { makeMessage, messageIdOf, replayMessage } from '../../lib/reactions/webhooks/index.ts';
import { anyEvent } from './builders/any-event.ts';
import { sendsNothing } from './sends-nothing.ts';

/** A running local cloud and the time there (ms since 1970). */
export interface CloudPlace {
  readonly awsEndpoint: string;
  readonly tableName: string;
  readonly now: number;
}

/**
 * Creates the webhook messages of these events in a running local cloud, for successful deliveries of the organization
 * that do not exist there, and has the workers send each of them.
 */
export async function notifyWebhooks(
  { awsEndpoint, tableName, now }: CloudPlace,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> {
  const deps = tenancyOnTable(localTable(awsEndpoint, tableName));
  try {
    for (const id of eventIds) {
      const event = anyEvent({ organizationId, id, occurredAt: toInstant(now) });
      await makeMessage({ ...deps, ...sendsNothing() }, event, async () => ({ data: { id }, tags: [] }));
      await replayMessage(deps, organizationId, { msgId: messageIdOf(event) });
    }
  } finally {
    deps.close();
  }
}
