import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upsertDriverGroup } from '../../functions/api/fleet/upsert-driver-group.ts';
import { createUser } from '../../functions/api/tenancy/create-user.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { serveAuthorizer } from '../../functions/workers/authorize.ts';
import { BUILT_IN_ROLES, createOrganization } from '../../lib/people/tenancy/index.ts';
import { storeLocationEntity } from '../../lib/places/stores/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import type { CallApi } from '../support/api-call.ts';
import { anyParams, guardedEndpoints } from '../support/authorization-matrix.ts';
import { anyStore } from '../support/builders/any-store.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { startTestIssuer, type TestIssuer } from '../support/test-issuer.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

/** A body that no endpoint accepts: a caller who passes the authorization gets an error, and nothing changes. */
const INVALID_BODY = '[';

/** Existing driver groups, filled in when they are created. */
const GROUPS: string[] = [];

/** Limits that a user can have, and the rights that each takes away although the role has them. */
const SCOPES = [
  { title: 'without a limit', scope: {} },
  { title: 'limited to one store location', scope: { storeLocationIds: ['store_1'] } },
  { title: 'limited to two driver groups', scope: { driverGroupIds: GROUPS } },
] as const;

describe('5.3, 5.4 every operation times every built-in role', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let issuer: TestIssuer;
  let call: CallApi;
  let key: string;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    issuer = await startTestIssuer(db.deps.clock);
    api = await deployedEntries(
      db,
      serveAuthorizer(() => ({ ...db.deps, verifyToken: issuer.verifyToken })),
    );
    call = api.call;
    const made = await createOrganization(tenancyDeps(db.deps), { name: 'Matrix' });
    key = made.key;
    const store = anyStore({ organizationId: made.organization.id, id: 'store_1' });
    await db.deps.table.write([create(storeLocationEntity, store)]);
    for (const externalIdentifier of ['one', 'two']) {
      const { json } = await call(upsertDriverGroup.routeKey, { key, body: { externalIdentifier } });
      GROUPS.push(json.driverGroup.id);
    }
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  async function signIn(roleId: string, scope: object, title: string): Promise<string> {
    const email = `${roleId}-${title.replaceAll(' ', '-')}@example.com`;
    const { status } = await call(createUser.routeKey, { key, body: { email, roleIds: [roleId], ...scope } });
    expect(status).toBe(200);
    return issuer.sign({ sub: email, email, email_verified: true });
  }

  /** Why the request was refused before anything was done: the permission, or whatever else it lacked. */
  async function refusalOf(routeKey: string, token: string, params: Record<string, string>) {
    const { status, json } = await call(routeKey, { key: token, params, body: INVALID_BODY });
    expect(status, routeKey).not.toBe(401);
    return status === 403 ? String(json.error.message) : undefined;
  }

  // A limit takes the same rights from every role: those with the most and the fewest rights stand for all.
  const cases = BUILT_IN_ROLES.flatMap((role) =>
    SCOPES.filter((_, index) => index === 0 || /Owner|Store/.test(role.name)).map((scoped) => ({
      ...scoped,
      role,
    })),
  );

  it.each(cases)('$role.name, $title', async ({ role, scope, title }) => {
    const token = await signIn(role.id, scope, title);
    const granted = new Set<string>(role.permissions);
    const wrong: string[] = [];
    for (const endpoint of guardedEndpoints) {
      // A GET has no body that could be invalid, and the GETs of other areas may look for something that does not
      // exist.
      const refusal = await refusalOf(endpoint.routeKey, token, anyParams(endpoint));
      const mayDo = granted.has(endpoint.permission ?? '');
      const isRefused = refusal !== undefined;
      if (!mayDo && !refusal?.includes(`does not have the permission ${endpoint.permission}`)) {
        wrong.push(`${endpoint.name} is open to ${role.name}`);
      }
      if (mayDo && isRefused && title === 'without a limit') {
        wrong.push(`${endpoint.name} is closed to ${role.name}: ${refusal}`);
      }
      if (mayDo && isRefused && /does not have the permission/.test(refusal)) {
        wrong.push(`${endpoint.name} is closed to ${role.name}: ${refusal}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
