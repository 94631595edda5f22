import { tenancyArea } from '../../functions/api/tenancy/index.ts';
import { createOrganization, tenancyDeps } from '../../lib/tenancy/index.ts';
import type { ApiReply, ApiRequest, CallApi } from './api-call.ts';
import { inProcessApiOn, serveWith } from './in-process-api.ts';
import { failingLog } from './recording-log.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** The tenancy area behind the real authorizer, with one organization. */
export interface TenancyApi {
  readonly db: TestTable;
  readonly deps: ReturnType<typeof tenancyDeps>;
  readonly organizationId: string;
  /** The organization's first key, which may do everything. */
  readonly key: string;
  readonly callAs: CallApi;
  /** Calls with the first key. */
  call(routeKey: string, request?: Omit<ApiRequest, 'key'>): Promise<ApiReply>;
  stop(): Promise<void>;
}

/** Starts it on a table of its own. An error in the log fails the test. */
export async function startTenancyApi(): Promise<TenancyApi> {
  const db = await startTestTable();
  const deps = { ...tenancyDeps(db.deps), log: failingLog };
  const { organization, key } = await createOrganization(deps, { name: 'Shop' });
  const callAs = inProcessApiOn(deps, [serveWith(tenancyArea, deps)]);
  return {
    db,
    deps,
    organizationId: organization.id,
    key,
    callAs,
    call: (routeKey, request = {}) => callAs(routeKey, { key, ...request }),
    stop: () => db.stop(),
  };
}
