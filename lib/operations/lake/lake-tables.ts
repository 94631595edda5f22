import type { LakeTable } from './lake-table.ts';
import { attemptsTable } from './tables/attempts-table.ts';
import { ordersTable } from './tables/orders-table.ts';
import { routesTable } from './tables/routes-table.ts';
import { stopsTable } from './tables/stops-table.ts';

/** The tables of the data lake. */
export const LAKE_TABLES: readonly LakeTable[] = Object.freeze([
  ordersTable,
  attemptsTable,
  routesTable,
  stopsTable,
]);
