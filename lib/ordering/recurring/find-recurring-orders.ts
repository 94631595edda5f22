import type { Refusal } from '../../platform/core/refusal.ts';
import { type Cursor, type CursorPage, cursorPage, isPartOf } from '../../platform/listing/index.ts';
import type { ListPlace, Stored, Table } from '../../platform/table/index.ts';
import type { OrderActor } from '../orders/index.ts';
import { type OccurrenceChange, occurrenceChangeEntity } from './occurrence-change.ts';
import { type OccurrenceOutcome, occurrenceOutcomeEntity } from './occurrence-outcome.ts';
import {
  RECURRING_SHARDS,
  type RecurringOrder,
  recurringOrderEntity,
  recurringPartition,
} from './recurring-order.ts';
import { recurringOrderNotFound } from './refusals.ts';

/** A recurring order with all that is known of its occurrences. */
export interface WholeRecurringOrder {
  readonly stored: Stored<RecurringOrder>;
  /** By the day of the rule. */
  readonly changes: ReadonlyMap<string, OccurrenceChange>;
  readonly outcomes: ReadonlyMap<string, Stored<OccurrenceOutcome>>;
}

/** A recurring order by its id when the caller may see it. 1 call. */
export async function readRecurringOrder(
  table: Table,
  actor: Pick<OrderActor, 'organizationId' | 'storeLocationIds'>,
  id: string,
): Promise<WholeRecurringOrder | Refusal> {
  const whole = await readWhole(table, actor.organizationId, id);
  if (whole && maySee(actor, whole.stored.value)) return whole;
  return recurringOrderNotFound(`There is no recurring order with the id "${id}".`, { id });
}

/** The same for the service itself; undefined when there is none. */
export async function readWhole(
  table: Table,
  organizationId: string,
  id: string,
): Promise<WholeRecurringOrder | undefined> {
  const aggregate = await table.readAggregate(recurringPartition({ organizationId, id }));
  const stored = aggregate.one(recurringOrderEntity);
  return (
    stored && {
      stored,
      changes: new Map(aggregate.all(occurrenceChangeEntity).map(({ value }) => [value.date, value])),
      outcomes: new Map(aggregate.all(occurrenceOutcomeEntity).map((one) => [one.value.date, one])),
    }
  );
}

/** A caller who is limited to stores sees the recurring orders of these stores. */
export function maySee(
  { storeLocationIds }: Pick<OrderActor, 'storeLocationIds'>,
  recurring: Pick<RecurringOrder, 'storeLocationIds'>,
): boolean {
  return storeLocationIds === null || storeLocationIds.some((id) => recurring.storeLocationIds.includes(id));
}

/** A recurring order in the list: without its holidays, and of its order only who it is for. */
export type RecurringRow = Omit<RecurringOrder, 'organizationId' | 'holidays' | 'workingDays'> & {
  readonly version: number;
};

/** What is asked of the list. */
export interface RecurringQuery {
  readonly status?: 'active' | 'ended' | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  readonly storeLocationId?: string | undefined;
  readonly limit: number;
  readonly cursor: Cursor | undefined;
}

/** A page of the recurring orders that the caller may see, newest first. */
export async function listRecurringOrders(
  table: Table,
  actor: Pick<OrderActor, 'organizationId' | 'storeLocationIds'>,
  { status, search, storeLocationId, limit, cursor }: RecurringQuery,
): Promise<CursorPage<RecurringRow>> {
  const page = await cursorPage<ListPlace & { readonly row: RecurringRow }>({
    limit,
    cursor,
    read: async ({ towards, after, limit: size }) => {
      const rows = await table.list(recurringOrderEntity, {
        organizationId: actor.organizationId,
        shards: RECURRING_SHARDS,
        direction: towards === 'older' ? 'DESC' : 'ASC',
        limit: size,
        ...(after ? { after } : {}),
      });
      return rows.map(({ at, id, row }) => ({ at, id, row: row as unknown as RecurringRow }));
    },
    matches: ({ row }) =>
      maySee(actor, row) &&
      (status === undefined || (status === 'ended') === (row.ended !== null)) &&
      (storeLocationId === undefined || row.storeLocationIds.includes(storeLocationId)) &&
      isPartOf(search, [row.name]),
  });
  return { ...page, results: page.results.map(({ row }) => row) };
}
