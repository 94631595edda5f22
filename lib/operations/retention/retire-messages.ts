import * as z from 'zod';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { defineEntity, save } from '../../platform/table/index.ts';
import { messagePartition, webhookMessageEntity } from '../../reactions/webhooks/index.ts';
import type { Lane } from './lane.ts';
import { oldRows } from './old-rows.ts';
import { retiresAfterMs } from './retired-part.ts';
import { type RetentionDeps, writeParts } from './write-parts.ts';

const progressSchema = z.object({
  organizationId: z.string(),
  shard: z.int(),
  at: z.string(),
  id: z.string(),
});

/** The last message that was copied in one partition of an organization's list. */
export const messageProgressEntity = defineEntity<
  z.infer<typeof progressSchema>,
  { organizationId: string; shard: number }
>({
  name: 'leftMessages',
  schema: progressSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'left-messages', id: 'all' }),
  sort: ({ shard }) => ({ kind: 'state', parts: [String(shard)] }),
});

/** Messages that are read in parallel. */
const WIDTH = 50;

/**
 * Copies webhook messages and their attempts in the last days before they expire; the table then deletes them itself.
 * Yields their number after each page.
 */
export async function* retireMessages(
  deps: RetentionDeps,
  { organizationId, shard }: Pick<Lane, 'organizationId' | 'shard'>,
): AsyncGenerator<number, void> {
  const { table, clock } = deps;
  const untilMs = clock.now() - retiresAfterMs('message');
  let progress = await table.get(messageProgressEntity, { organizationId, shard });
  const pages = oldRows(deps, {
    entity: webhookMessageEntity,
    organizationId,
    shard,
    untilMs,
    after: progress?.value,
  });
  for await (const page of pages) {
    const leaving = await mapConcurrently(page, WIDTH, async ({ id }) => ({
      id,
      items: await table.readPartition(messagePartition(organizationId, id)),
    }));
    // An index row outlives its item for a moment.
    const there = leaving.filter(({ items }) => items.some(({ type }) => type === webhookMessageEntity.name));
    await writeParts(deps, { organizationId, kind: 'message' }, there);
    const last = page.at(-1);
    if (last) {
      const next = { organizationId, shard, at: last.at, id: last.id };
      // Another run that has progressed further has copied the same.
      if (!(await table.write([save(messageProgressEntity, progress, next)])).ok) return;
      progress = { value: next, version: (progress?.version ?? 0) + 1 };
    }
    yield there.length;
  }
}
