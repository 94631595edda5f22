import { loadRoute } from '../../fleet/routes/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Table } from '../../platform/table/index.ts';
import { type Fact, factsOfMinute, minutesOfHour } from '../insight/index.ts';
import type { HourKey } from './lake-hour.ts';
import type { LakeTable } from './lake-table.ts';
import { attemptsTable } from './tables/attempts-table.ts';
import { occurrenceOf, ordersTable } from './tables/orders-table.ts';
import { routesTable } from './tables/routes-table.ts';
import { type EndedStop, stopsTable } from './tables/stops-table.ts';

/** Routes that are read at the same time. */
const WIDTH = 20;

/** Rows of one table. */
export interface RowsOfTable {
  readonly table: LakeTable;
  readonly rows: readonly never[];
}

/**
 * The rows of an hour, some thousand at a time, in an order that follows from the facts: 1 call for the hour, 1 for some
 * thousand facts of a minute, and 1 for each route that ended.
 */
export async function* rowsOfHour(
  table: Table,
  { organizationId, hour }: HourKey,
): AsyncGenerator<RowsOfTable, void> {
  for (const { minute } of await minutesOfHour(table, organizationId, hour)) {
    for await (const facts of factsOfMinute(table, { organizationId, minute })) {
      const routes = facts.filter(({ sums }) => sums.routes);
      yield rowsOf(
        ordersTable,
        facts.filter((fact) => occurrenceOf(fact) !== undefined),
      );
      yield rowsOf(
        attemptsTable,
        facts.filter(({ sums }) => sums.attempts),
      );
      yield rowsOf(routesTable, routes);
      yield rowsOf(stopsTable, await stopsOf(table, routes));
    }
  }
}

async function stopsOf(table: Table, routes: readonly Fact[]): Promise<readonly EndedStop[]> {
  const found = await mapConcurrently(routes, WIDTH, async (fact) => {
    const route = await loadRoute(table, { organizationId: fact.organizationId, id: fact.id });
    return (route?.stops ?? []).map((stop, index) => ({ fact, stop, position: index + 1 }));
  });
  return found.flat();
}

function rowsOf<Row>(table: LakeTable<Row>, rows: readonly Row[]): RowsOfTable {
  return { table, rows } as unknown as RowsOfTable;
}
