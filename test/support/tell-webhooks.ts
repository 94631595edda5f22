import { localTable } from '../../cdk/local/open-table.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { toInstant } from '../../lib/core/clock.ts';
import { makeMessage } from '../../lib/webhooks/index.ts';
import { anyEvent } from './builders/any-event.ts';

/** A running local cloud and the time there (ms since 1970). */
export interface CloudPlace {
  readonly awsEndpoint: string;
  readonly tableName: string;
  readonly now: number;
}

/**
 * Makes the webhook messages of these events in a running local cloud, as the worker does that gets them: deliveries
 * of the organization that ended well, and no delivery behind them.
 */
export async function tellWebhooks(
  { awsEndpoint, tableName, now }: CloudPlace,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> {
  const deps = tenancyOnTable(localTable(awsEndpoint, tableName));
  try {
    for (const id of eventIds) {
      const event = anyEvent({ organizationId, id, occurredAt: toInstant(now) });
      await makeMessage(event, deps, async () => ({ data: { id }, tags: [] }));
    }
  } finally {
    deps.close();
  }
}
