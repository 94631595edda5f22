import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, partitionPattern, save } from '../../platform/table/index.ts';

/**
 * The credential of a request does not name the organization that manages its key, so uses are stored outside of
 * organizations, as credentials are.
 */
const PLACE = { organizationId: '-', type: 'keyUse' } as const;

/** A use is noted once an hour. Milliseconds. */
const NOTED_EVERY_MS = 3_600_000;

/** After a use that could not be noted, the table is left in peace for a minute. Milliseconds. */
const REPEATED_AFTER_MS = 60_000;

/** How long the last use of a key is known: two years. */
const KEPT_SECONDS = 2 * 365 * 86_400;

/** Number of keys whose uses a function instance remembers. */
const REMEMBERED_KEYS = 1_000;

const schema = z.object({ keyId: z.string(), usedAt: z.string() });

/** When a key was used last, to the hour. In a partition of its own, so that a rotation never meets it. */
export const keyUseEntity = defineEntity<z.output<typeof schema>, { keyId: string }>({
  name: 'keyUse',
  schema,
  partition: ({ keyId }) => ({ ...PLACE, id: keyId }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ usedAt }) => Math.ceil(Date.parse(usedAt) / 1000) + KEPT_SECONDS,
});

/** Partition keys of the uses of all keys, as a pattern of policies. */
export const KEY_USE_PARTITIONS = partitionPattern(PLACE);

/**
 * Notes that a key is used, at most once an hour whatever number of instances see its requests. `noted` is what this
 * instance remembers: the latest known use of each key, in milliseconds since the epoch.
 */
export async function noteKeyUse(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  keyId: string,
  noted: Map<string, number>,
): Promise<void> {
  const nowMs = clock.now();
  const isNoted = (usedMs: number) => nowMs - usedMs < NOTED_EVERY_MS;
  if (isNoted(noted.get(keyId) ?? Number.NEGATIVE_INFINITY)) return;
  if (noted.size >= REMEMBERED_KEYS) noted.clear();
  noted.set(keyId, nowMs - NOTED_EVERY_MS + REPEATED_AFTER_MS);
  const stored = await table.get(keyUseEntity, { keyId });
  const storedMs = stored ? Date.parse(stored.value.usedAt) : Number.NEGATIVE_INFINITY;
  // Another instance may be noting the same hour: what it writes will do.
  if (!isNoted(storedMs))
    await table.write([save(keyUseEntity, stored, { keyId, usedAt: toInstant(nowMs) }, nowMs)]);
  noted.set(keyId, isNoted(storedMs) ? storedMs : nowMs);
}

/** When these keys were used last, to the hour, by their ids; nothing for those not used within two years. */
export async function lastKeyUses(
  { table }: Pick<CoreDeps, 'table'>,
  keys: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const uses = await table.getMany(
    keyUseEntity,
    keys.map(({ id }) => ({ keyId: id })),
  );
  return new Map(uses.flatMap((use) => (use ? [[use.value.keyId, use.value.usedAt] as const] : [])));
}
