import { gzipSync } from 'node:zlib';
import { toInstant } from '../../platform/core/clock.ts';
import { digest } from '../../platform/core/ids.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { type Item, save } from '../../platform/table/index.ts';
import {
  hourOf,
  LEFT,
  LEFT_TAGS,
  type RetiredKind,
  type RetiredPart,
  retiredPartEntity,
} from './retired-part.ts';

export interface RetentionDeps extends CoreDeps {
  readonly bucket: Bucket;
}

/** An aggregate that leaves: its id and all of its items. */
export interface RetiringRecord {
  readonly id: string;
  readonly items: readonly Item[];
}

/** Maximum number of characters of an object before it is compressed; the last aggregate may exceed it. */
const PART_LENGTH = 2_000_000;

/**
 * Writes aggregates into the bucket, many to an object, and then records where each one is. The objects never change: a
 * crash in between leaves one that nothing refers to, and a repetition writes the same.
 */
export async function writeParts(
  deps: Pick<RetentionDeps, 'table' | 'clock' | 'bucket'>,
  owner: { readonly organizationId: string; readonly kind: RetiredKind },
  leaving: readonly RetiringRecord[],
): Promise<void> {
  const hours = Map.groupBy(leaving, ({ id }) => hourOf(id));
  for (const [hour, ofHour] of hours) {
    if (hour === undefined) throw new Error(`"${ofHour[0]?.id}" does not contain the time of its creation.`);
    for (const part of partsOf(ofHour)) await putPart(deps, { ...owner, hour }, part);
  }
}

interface Part {
  readonly first: string;
  readonly last: string;
  readonly text: string;
}

function partsOf(leaving: readonly RetiringRecord[]): readonly Part[] {
  const parts: Part[] = [];
  let waiting: { id: string; text: string }[] = [];
  let length = 0;
  const close = () => {
    const [first, last] = [waiting[0], waiting.at(-1)];
    if (!first || !last) return;
    parts.push({ first: first.id, last: last.id, text: `{${waiting.map(({ text }) => text).join()}}` });
    waiting = [];
    length = 0;
  };
  for (const { id, items } of [...leaving].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const kept = items.map(({ type, version, data }) => ({ type, version, data }));
    const text = `${JSON.stringify(id)}:${JSON.stringify(kept)}`;
    waiting.push({ id, text });
    length += text.length;
    if (length >= PART_LENGTH) close();
  }
  close();
  return parts;
}

async function putPart(
  { table, clock, bucket }: Pick<RetentionDeps, 'table' | 'clock' | 'bucket'>,
  hour: Pick<RetiredPart, 'organizationId' | 'kind' | 'hour'>,
  { first, last, text }: Part,
): Promise<void> {
  const key = `${LEFT}${hour.kind}/${hour.hour}/${digest(text)}.json.gz`;
  await bucket.put(hour.organizationId, key, gzipSync(text), 'application/gzip', LEFT_TAGS);
  const part = { ...hour, first, last, key, at: toInstant(clock.now()) };
  const written = await retryLostRace(clock, async () => {
    const stored = await table.get(retiredPartEntity, part);
    return (await table.write([save(retiredPartEntity, stored, part)])).ok;
  });
  if (!written) throw new Error(`Others kept recording what left the table in ${hour.hour}.`);
}
