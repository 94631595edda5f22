import { ulidIds } from '../../lib/core/ids.ts';
import { powertoolsLog } from '../../lib/core/log.ts';
import { type TenancyDeps, tenancyDeps } from '../../lib/tenancy/index.ts';
import { openTable, type TablePlace } from './open-table.ts';

/** What tenancy needs to work on a table from outside the service. Close it when done. */
export function tenancyOnTable(place: TablePlace): TenancyDeps & { close(): void } {
  const { table, clock, close } = openTable(place);
  const core = { table, clock, ids: ulidIds(clock), log: powertoolsLog('admin') };
  return { ...tenancyDeps(core), close };
}
