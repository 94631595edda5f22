import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import type { TenancyDeps } from '../../lib/people/tenancy/index.ts';
import { ulidIds } from '../../lib/platform/core/ids.ts';
import { powertoolsLog } from '../../lib/platform/core/log.ts';
import type { TablePlace } from './local-table.ts';
import { openTable } from './open-table.ts';

/** What tenancy needs to work on a table from outside the service. Close it when done. */
export function tenancyOnTable(place: TablePlace): TenancyDeps & { close(): void } {
  const { table, clock, close } = openTable(place);
  const core = { table, clock, ids: ulidIds(clock), log: powertoolsLog('admin') };
  return { ...tenancyDeps(core), close };
}
