import * as z from 'zod';
import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Referrer } from '../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Stored, save, type Table } from '../../platform/table/index.ts';
import { invalidZone, zoneExists, zoneNotFound } from './refusals.ts';

const schema = z.object({
  organizationId: z.string(),
  /** `zres_...` */
  id: z.string(),
  externalId: z.string().nullable(),
  name: z.string(),
  isActive: z.boolean(),
  restrictionMetadata: z.record(z.string(), z.unknown()).nullable(),
  /** Zones in which it applies; empty = every zone. */
  zoneIds: z.array(z.string()),
  /** What it excludes from deliveries into its zones; if all are empty, it is only shown with the zones. */
  storeLocationIds: z.array(z.string()).default([]),
  deliveryWindowIds: z.array(z.string()).default([]),
  providerIds: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A restriction of deliveries in zones, in the organization's own words. */
export type ZoneRestriction = z.infer<typeof schema>;

/** Lists of names, each of which an input replaces as a whole. */
const LISTS = ['zoneIds', 'storeLocationIds', 'deliveryWindowIds', 'providerIds', 'tags'] as const;

/** Restrictions are shown with every zone, so they are read together, and their number must be small. */
const MAX_RESTRICTIONS = 200;

export const zoneRestrictionEntity = defineEntity<
  ZoneRestriction,
  Pick<ZoneRestriction, 'organizationId' | 'id'>
>({
  name: 'zoneRestriction',
  schema,
  partition: ({ organizationId }) => restrictionsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

function restrictionsPartition(organizationId: string) {
  return { organizationId, type: 'zone-restrictions', id: 'all' };
}

/** What a caller says about a restriction: absent = as before. */
export interface ZoneRestrictionInput {
  /** In rows of an upsert, the expected version of the restriction. */
  readonly version?: number | undefined;
  readonly externalId?: string | null | undefined;
  readonly name?: string | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly restrictionMetadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly zoneIds?: readonly string[] | null | undefined;
  readonly storeLocationIds?: readonly string[] | null | undefined;
  readonly deliveryWindowIds?: readonly string[] | null | undefined;
  readonly providerIds?: readonly string[] | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

/** All restrictions of an organization, oldest first. 1 call. */
export async function listZoneRestrictions(
  table: Table,
  organizationId: string,
): Promise<readonly Stored<ZoneRestriction>[]> {
  return (await table.readAggregate(restrictionsPartition(organizationId))).all(zoneRestrictionEntity);
}

/** The restrictions that name a zone or a store location. 1 call. */
export async function findRestrictionsOf(
  table: Table,
  organizationId: string,
  placeId: string,
): Promise<readonly Referrer[]> {
  return (await listZoneRestrictions(table, organizationId))
    .filter(({ value }) => value.zoneIds.includes(placeId) || value.storeLocationIds.includes(placeId))
    .map(({ value }) => ({ type: 'zone_restriction', id: value.id }));
}

/** Which restriction a row is about. */
type Target = { readonly id: string } | 'new' | 'by external id';

/** Creates a restriction, or changes the one with this id. */
export async function saveZoneRestriction(
  deps: CoreDeps,
  origin: Origin,
  id: string | undefined,
  input: ZoneRestrictionInput,
  expectedVersion?: number,
): Promise<Stored<ZoneRestriction> | Refusal> {
  const target = id === undefined ? 'new' : { id };
  const saved = await saveAll(
    deps,
    origin,
    [{ target, input, newId: deps.ids.next('zres') }],
    expectedVersion,
  );
  return isRefusal(saved) ? saved : (saved[0] ?? zoneNotFound(`There is no zone restriction "${id}".`));
}

/** Creates or changes restrictions by external id; one without an external id is new. All of them or none. */
export function upsertZoneRestrictions(
  deps: CoreDeps,
  origin: Origin,
  inputs: readonly ZoneRestrictionInput[],
  expectedVersion?: number,
): Promise<readonly Stored<ZoneRestriction>[] | Refusal> {
  const rows = inputs.map((input) => ({
    target: 'by external id' as const,
    input,
    newId: deps.ids.next('zres'),
  }));
  return saveAll(deps, origin, rows, expectedVersion);
}

async function saveAll(
  deps: CoreDeps,
  origin: Origin,
  rows: readonly { readonly target: Target; readonly input: ZoneRestrictionInput; readonly newId: string }[],
  expectedVersion?: number,
): Promise<readonly Stored<ZoneRestriction>[] | Refusal> {
  const { organizationId } = origin;
  return commit(deps, { what: 'zone restrictions' }, async () => {
    const present = new Map(
      (await listZoneRestrictions(deps.table, organizationId)).map(
        (stored) => [stored.value.id, stored] as const,
      ),
    );
    const after = new Map<string, ZoneRestriction>([...present].map(([id, { value }]) => [id, value]));
    const changed = new Set<string>();
    for (const { target, input, newId } of rows) {
      const named = [...after.values()].find(
        ({ externalId }) => input.externalId != null && externalId === input.externalId,
      );
      const id = target === 'new' ? newId : target === 'by external id' ? (named?.id ?? newId) : target.id;
      const before = after.get(id);
      if (typeof target === 'object' && !before)
        return zoneNotFound(`There is no zone restriction "${id}".`, { id });
      const stored = present.get(id);
      const stale = refuseOtherVersion(input.version ?? expectedVersion, stored ?? { version: 0 });
      if (stale) return stale;
      if (named && named.id !== id) {
        return zoneExists(
          `externalId is "${input.externalId}", which belongs to ${named.id}. Send another one.`,
          {
            externalId: input.externalId,
            id: named.id,
          },
        );
      }
      const next = nextOf(before, input, { organizationId, id, now: toInstant(deps.clock.now()) });
      if (isRefusal(next)) return next;
      after.set(id, next);
      changed.add(id);
    }
    if (after.size > MAX_RESTRICTIONS) {
      return invalidZone(
        `There are ${present.size} zone restrictions; the maximum is ${MAX_RESTRICTIONS}. Delete one first.`,
        {
          field: 'zoneRestrictions',
        },
      );
    }
    const done = [...changed].flatMap((id) => after.get(id) ?? []);
    const outcome = await deps.table.write(
      done.flatMap((next) => [
        save(zoneRestrictionEntity, present.get(next.id), next),
        auditedChange(origin, {
          entityType: 'zone_restriction',
          entityId: next.id,
          action: present.has(next.id) ? 'updated' : 'created',
          at: next.updatedAt,
          before: present.get(next.id)?.value ?? null,
          after: next,
        }),
      ]),
    );
    if (!outcome.ok) return undefined;
    return done.map((value) => ({ value, version: (present.get(value.id)?.version ?? 0) + 1 }));
  });
}

function nextOf(
  before: ZoneRestriction | undefined,
  input: ZoneRestrictionInput,
  { organizationId, id, now }: { organizationId: string; id: string; now: string },
): ZoneRestriction | Refusal {
  const name = input.name ?? before?.name;
  if (name === undefined) {
    return invalidZone('name is missing. A new zone restriction needs one.', { field: 'name' });
  }
  const lists = Object.fromEntries(
    LISTS.map((field) => [field, [...new Set((input[field] === undefined ? before : input)?.[field])]]),
  ) as Pick<ZoneRestriction, (typeof LISTS)[number]>;
  const { externalId = before?.externalId, restrictionMetadata = before?.restrictionMetadata } = input;
  return {
    organizationId,
    id,
    name,
    externalId: externalId ?? null,
    isActive: input.isActive ?? before?.isActive ?? true,
    restrictionMetadata: restrictionMetadata ?? null,
    ...lists,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}
