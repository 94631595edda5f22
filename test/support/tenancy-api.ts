import { tenancyArea } from '../../functions/api/tenancy/index.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { serveAuthorizer } from '../../functions/workers/authorize.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import type { ApiReply, ApiRequest, CallApi } from './api-call.ts';
import { inProcessApi, serveWith } from './in-process-api.ts';
import { failingLog } from './recording-log.ts';
import { startTestIssuer, type TestIssuer } from './test-issuer.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** The tenancy area behind the real authorizer, with one organization. */
export interface TenancyApi {
  readonly db: TestTable;
  readonly deps: ReturnType<typeof tenancyDeps>;
  readonly organizationId: string;
  /** The organization's first key, which has all rights. */
  readonly key: string;
  readonly issuer: TestIssuer;
  /** A token for the user with this address. */
  signIn(email: string): Promise<string>;
  /** Calls with a key or a token. */
  readonly callAs: CallApi;
  /** Calls with the first key. */
  call(routeKey: string, request?: Omit<ApiRequest, 'key'>): Promise<ApiReply>;
  stop(): Promise<void>;
}

/** Starts it on its own table. An error in the log fails the test. */
export async function startTenancyApi(): Promise<TenancyApi> {
  const db = await startTestTable();
  const issuer = await startTestIssuer(db.deps.clock);
  const real = tenancyDeps(db.deps, [issuer.issuer]);
  const deps: typeof real = {
    ...real,
    log: failingLog,
    // `store_1` and similar ids stand for existing stores.
    unknownScopes: async (organizationId, { storeLocationIds, driverGroupIds }) =>
      real.unknownScopes(organizationId, {
        storeLocationIds: storeLocationIds.filter((id) => !/^store_\d$/.test(id)),
        driverGroupIds,
      }),
  };
  const { organization, key } = await createOrganization(deps, { name: 'Shop' });
  const callAs = inProcessApi(
    [serveWith(deps, tenancyArea)],
    serveAuthorizer(() => ({ ...deps, verifyToken: issuer.verifyToken })),
  );
  return {
    db,
    deps,
    organizationId: organization.id,
    key,
    issuer,
    signIn: (email) => issuer.sign({ sub: `sub-${email}`, email, email_verified: true }),
    callAs,
    call: (routeKey, request = {}) => callAs(routeKey, { key, ...request }),
    stop: () => db.stop(),
  };
}
