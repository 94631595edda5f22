import { toInstant } from '../core/clock.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { Entity, ListRow, Shape } from '../table/index.ts';

/** Limits of a listing. */
export interface ListingLimits {
  /** Maximum number of matches (decision B41). */
  readonly matches: number;
  /** Maximum number of index rows that it reads: some seconds of reading. */
  readonly scanned: number;
}

export const LISTING_LIMITS: ListingLimits = Object.freeze({ matches: 10_000, scanned: 50_000 });

/** How long before a range of dates something may have been created that has its time windows in it. Milliseconds. */
const LOOK_BACK_MS = 90 * 24 * 3_600_000;

/**
 * Rows of a list that may belong to a range of dates, newest first, as many as a listing can have: created
 * until now and after 90 days before `startDate`. `read` converts a row of the index; undefined for one that
 * does not match. `isExact` is false when there are, or may be, more of them.
 */
export async function scanList<Value extends Shape, KeyFields extends Shape, Row>(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  list: {
    readonly entity: Entity<Value, KeyFields>;
    readonly organizationId: string;
    readonly shards: number;
    readonly startDate: string;
    /** Rows created before this are not read. */
    readonly createdFrom?: string | undefined;
    readonly read: (row: ListRow['row']) => Row | undefined;
  },
  limits: ListingLimits,
): Promise<{ readonly rows: readonly Row[]; readonly isExact: boolean }> {
  const { entity, organizationId, shards } = list;
  const rows: Row[] = [];
  const limit = limits.matches;
  const earliest = Math.max(0, Date.parse(list.startDate) - LOOK_BACK_MS);
  const from = toInstant(list.createdFrom ? Math.max(earliest, Date.parse(list.createdFrom)) : earliest);
  const range = {
    organizationId,
    shards,
    direction: 'DESC',
    limit,
    from,
    to: toInstant(clock.now()),
  } as const;
  let scanned = 0;
  let page = await table.list(entity, range);
  for (;;) {
    for (const { row } of page) {
      const match = list.read(row);
      if (match === undefined) continue;
      if (rows.length === limits.matches) return { rows, isExact: false };
      rows.push(match);
    }
    scanned += page.length;
    const last = page.at(-1);
    if (page.length < limit || !last) return { rows, isExact: true };
    if (scanned >= limits.scanned) return { rows, isExact: false };
    page = await table.list(entity, { ...range, after: last });
  }
}
