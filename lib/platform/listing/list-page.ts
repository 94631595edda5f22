import * as z from 'zod';
import { digest } from '../core/ids.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, defineEntity, replace } from '../table/index.ts';

/** How long a listing is kept for its further pages. Seconds. */
const SNAPSHOT_LIFE_SECONDS = 15 * 60;

/** Rows read at the same time. */
const WIDTH = 25;

/** Length of an id without its prefix. */
const ULID_LENGTH = 26;

const snapshotSchema = z.object({
  organizationId: z.string(),
  /** Digest of the kind, caller, filters and order of the list. */
  id: z.string(),
  /** Ids of all matches in order, each without its prefix, one after the other. */
  ulids: z.string(),
  isExact: z.boolean(),
  expiresAt: z.int(),
});
type Snapshot = z.infer<typeof snapshotSchema>;

/** A listing as it was when its first page was requested, so that its further pages match it. */
export const snapshotEntity = defineEntity<Snapshot, Pick<Snapshot, 'organizationId' | 'id'>>({
  name: 'listing',
  schema: snapshotSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'listing', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ expiresAt }) => expiresAt,
});

/** A page of a listing. */
export interface ListedPage<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  /** False when there are more matches than a listing holds. */
  readonly totalCountIsExact: boolean;
}

/**
 * A page of a listing. The first page (`offset` 0) fixes the rows of the listing and their order; later pages
 * for the same key with the same `query` are cut from that, for 15 minutes, so that every row appears once
 * while others are created and changed (specification 4.7). Rows are shown in their current state.
 */
export async function listPage<Row extends { readonly id: string }>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly keyId: string },
  listing: {
    /** Prefix of the listed ids, such as `ord_`. */
    readonly prefix: string;
    /** The requested filters and order. */
    readonly query: object;
    readonly limit: number;
    readonly offset: number;
    /** All rows in their order. */
    readonly collect: () => Promise<{ readonly rows: readonly Row[]; readonly isExact: boolean }>;
    /** One row in its current state; undefined when the caller can no longer see it. */
    readonly read: (id: string) => Promise<Row | undefined>;
  },
): Promise<ListedPage<Row>> {
  const { prefix, query, limit, offset } = listing;
  const key = {
    organizationId: caller.organizationId,
    id: digest('listing', prefix, caller.keyId, JSON.stringify(query)),
  };
  if (offset > 0) {
    const snapshot = await deps.table.get(snapshotEntity, key);
    if (snapshot) {
      const { ulids, isExact } = snapshot.value;
      const ids = idsOf(ulids, offset, limit).map((ulid) => prefix + ulid);
      const found = await mapConcurrently(ids, WIDTH, listing.read);
      return {
        rows: found.filter((row) => row !== undefined),
        totalCount: ulids.length / ULID_LENGTH,
        totalCountIsExact: isExact,
      };
    }
  }
  const { rows, isExact } = await listing.collect();
  if (rows.length > limit + offset) {
    await keep(deps, {
      ...key,
      ulids: rows.map(({ id }) => id.slice(prefix.length)).join(''),
      isExact,
      expiresAt: Math.floor(deps.clock.now() / 1000) + SNAPSHOT_LIFE_SECONDS,
    });
  }
  return {
    rows: rows.slice(offset, offset + limit),
    totalCount: rows.length,
    totalCountIsExact: isExact,
  };
}

/** Ids of a page, without their prefix. */
function idsOf(ulids: string, offset: number, limit: number): readonly string[] {
  const page = ulids.slice(offset * ULID_LENGTH, (offset + limit) * ULID_LENGTH);
  return Array.from({ length: page.length / ULID_LENGTH }, (_, index) =>
    page.slice(index * ULID_LENGTH, (index + 1) * ULID_LENGTH),
  );
}

/** Stores a listing; of two at the same time either one. */
async function keep({ table, clock }: Pick<CoreDeps, 'table' | 'clock'>, snapshot: Snapshot): Promise<void> {
  const before = await table.get(snapshotEntity, snapshot);
  await table.write([
    before ? replace(snapshotEntity, before, snapshot) : create(snapshotEntity, snapshot, clock.now()),
  ]);
}
