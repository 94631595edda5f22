import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { createdAtOf } from '../../platform/core/ids.ts';
import { type Aggregate, aggregateOf } from '../../platform/table/index.ts';
import {
  hourOf,
  leftUntilMs,
  type RetiredKind,
  retiredHour,
  retiredPartEntity,
  staysForMs,
} from './retired-part.ts';
import type { RetentionDeps } from './write-parts.ts';

/** Maximum number of parts of an hour: five times those of a million orders a day. */
const MAX_PARTS = 25_000;

/** What is needed to read records that have left the table. */
export type RetiredReading = Pick<RetentionDeps, 'table' | 'clock' | 'bucket'>;

const item = z.object({
  type: z.string(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()),
});
const part = z.record(z.string(), z.array(item));

/**
 * An aggregate that has left the table, as it was then; undefined when there is none. An id that is too young to have
 * left costs nothing, another unknown id costs 1 read for some thousand parts of its
 * hour, and one that has left costs 1 object more.
 */
export async function readRetired(
  { table, clock, bucket }: RetiredReading,
  of: { readonly organizationId: string; readonly kind: RetiredKind; readonly id: string },
): Promise<Aggregate | undefined> {
  const { organizationId, kind, id } = of;
  const [at, hour] = [createdAtOf(id), hourOf(id)];
  if (at === undefined || hour === undefined || clock.now() - at < staysForMs(kind)) return undefined;
  const ofHour = { organizationId, kind, hour };
  const parts = await table.readLog(retiredPartEntity, retiredHour(ofHour), {
    limit: MAX_PARTS,
    after: { ...ofHour, last: id, key: '' },
  });
  const candidates = parts.map(({ value }) => value).filter(({ first }) => first <= id);
  for (const { key, at: writtenAt } of candidates.sort((a, b) => (a.at < b.at ? 1 : -1))) {
    const content = await bucket.get(organizationId, key);
    // The bucket deletes by the day, and the item that leads there may live a little longer, or be of before the setting.
    if (!content && (leftUntilMs(writtenAt) ?? Number.POSITIVE_INFINITY) <= clock.now()) continue;
    if (!content) throw new Error(`The object ${key} of ${organizationId} is missing.`);
    const items = part.parse(JSON.parse(gunzipSync(content).toString('utf8')))[id];
    if (items) return aggregateOf(items, clock.now());
  }
  return undefined;
}
