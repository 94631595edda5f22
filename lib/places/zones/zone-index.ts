import * as z from 'zod';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Operation, type Stored, save, type Table } from '../../platform/table/index.ts';
import { zoneAreaIsCrowded } from './refusals.ts';

const schema = z.object({
  organizationId: z.string(),
  /** A cell of the earth, a postcode, a city: `cell:13/4105/3066`, `zip:94105`. */
  key: z.string(),
  /** Zones that may cover it: their ids without `zone_`. The zone itself says whether it does. */
  zones: z.array(z.string()),
});

/** Finds zones by a place. A candidate that does not cover the place costs only the check. */
export type ZoneIndexEntry = z.infer<typeof schema>;

export const zoneIndexEntity = defineEntity<ZoneIndexEntry, Pick<ZoneIndexEntry, 'organizationId' | 'key'>>({
  name: 'zoneIndex',
  schema,
  partition: ({ organizationId, key }) => ({ organizationId, type: 'zone-index', id: key }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Maximum number of zones under one key: 60 kB, far from the 400 kB of an item. */
const MAX_ZONES = 2_000;

const PREFIX = 'zone_';

/** What changes in the index. */
export interface IndexChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The writes by which a zone is found under other names, one for each name. 1 call per 100. */
export async function planIndexChange(
  table: Table,
  organizationId: string,
  zoneId: string,
  { added, removed }: IndexChange,
): Promise<readonly Operation[] | Refusal> {
  const keys = [...added, ...removed];
  const own = zoneId.slice(PREFIX.length);
  const entries = await readEntries(table, organizationId, keys);
  const operations: Operation[] = [];
  for (const [index, key] of keys.entries()) {
    const stored = entries[index];
    const others = (stored?.value.zones ?? []).filter((id) => id !== own);
    const isAdded = index < added.length;
    if (isAdded && others.length >= MAX_ZONES) {
      return zoneAreaIsCrowded(
        `${MAX_ZONES} zones already cover "${key}", which is the maximum. Merge some of them.`,
        { key },
      );
    }
    const zones = isAdded ? [...others, own] : others;
    if (zones.length === (stored?.value.zones.length ?? 0)) continue;
    operations.push(save(zoneIndexEntity, stored, { organizationId, key, zones }));
  }
  return operations;
}

/** Changes the index before or after the zone itself, when both are too much for one transaction. */
export async function changeIndexInSteps(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  zoneId: string,
  { added, removed }: IndexChange,
): Promise<Refusal | undefined> {
  const steps: IndexChange[] = [
    ...chunks(added).map((keys) => ({ added: keys, removed: [] })),
    ...chunks(removed).map((keys) => ({ added: [], removed: keys })),
  ];
  for (const step of steps) {
    const written = await commit({ clock }, { what: 'zone', id: zoneId }, async () => {
      const operations = await planIndexChange(table, organizationId, zoneId, step);
      if (isRefusal(operations)) return operations;
      // Writing a key again is harmless, so the slower writer simply overwrites the faster one.
      return (await table.write(operations)).ok;
    });
    if (isRefusal(written)) return written;
  }
  return undefined;
}

/** Ids of the zones that may cover a place. 1 call. */
export async function zonesUnder(
  table: Table,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const entries = await readEntries(table, organizationId, keys);
  return [...new Set(entries.flatMap((entry) => entry?.value.zones ?? []))].map((id) => `${PREFIX}${id}`);
}

function readEntries(
  table: Table,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly (Stored<ZoneIndexEntry> | undefined)[]> {
  return table.getMany(
    zoneIndexEntity,
    keys.map((key) => ({ organizationId, key })),
  );
}

const STEP = 50;

function chunks(keys: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(keys.length / STEP) }, (_, index) =>
    keys.slice(index * STEP, (index + 1) * STEP),
  );
}
