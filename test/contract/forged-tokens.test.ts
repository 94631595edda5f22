import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrganization } from '../../functions/api/tenancy/get-organization.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { serveAuthorizer } from '../../functions/workers/authorize.ts';
import { createOrganization, createUserAsOperator, fetchJson } from '../../lib/people/tenancy/index.ts';
import { refusalsOf } from '../../lib/platform/http/index.ts';
import { type AttackedIssuers, attackedIssuers } from '../support/attacks/forged-tokens.ts';
import { guardedEndpoints } from '../support/authorization-matrix.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

const VICTIM = 'okapi@own.example';

describe('49.4 forged tokens', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let issuers: AttackedIssuers;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    issuers = await attackedIssuers(db.deps.clock, VICTIM);
    const { verifyToken } = issuers;
    api = await deployedEntries(
      db,
      serveAuthorizer(() => ({ ...db.deps, verifyToken })),
    );
    const deps = tenancyDeps(db.deps);
    const { organization } = await createOrganization(deps, { name: 'Own' });
    await createUserAsOperator(deps, organization.id, { email: VICTIM, roleIds: ['role_owner'] });
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  const read = (token: string) => api.call(getOrganization.routeKey, { key: token });

  it('are tried against an installation whose own tokens work', async () => {
    expect(await read(await issuers.valid())).toMatchObject({ status: 200, json: { name: 'Own' } });
    expect(
      await read(await issuers.valid({ aud: ['console', 'more'], email: VICTIM.toUpperCase() })),
    ).toMatchObject({
      status: 200,
    });
    expect(issuers.forgeries.length).toBeGreaterThanOrEqual(45);
  });

  it('are each refused with 401, and lead to no other address', async () => {
    const outcomes: unknown[] = [];
    for (const { title, make } of issuers.forgeries) {
      const { status, json } = await read(await make());
      if (status !== 401 || json.error.code !== 'UNAUTHORIZED') outcomes.push({ title, status, json });
    }
    expect(outcomes).toEqual([]);
    expect(
      issuers.asked.filter((url) => !/^https:\/\/(sign-in|partners)\.example\/(keys|\.well-known)/.test(url)),
    ).toEqual([]);
  });

  it.each(guardedEndpoints)('$name declares this refusal, and that of an outage', (endpoint) => {
    const codes = refusalsOf(endpoint).map(({ kind }) => kind.code);
    expect(codes).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'SERVICE_UNAVAILABLE']));
  });

  it('a token with an unknown key is 503 with Retry-After while the issuer is down; known keys go on', async () => {
    const known = await issuers.valid();
    expect((await read(known)).status).toBe(200);
    await issuers.addKey();
    const unknown = await issuers.valid();
    issuers.whenRead = async () => {
      throw new Error('The issuer is down.');
    };
    db.deps.clock.advance(10_000);
    for (let times = 0; times < 3; times += 1) {
      const reply = await read(unknown);
      expect(reply).toMatchObject({ status: 503, json: { error: { code: 'SERVICE_UNAVAILABLE' } } });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect((await read(known)).status).toBe(200);
    }
    issuers.whenRead = async () => undefined;
    db.deps.clock.advance(10_000);
    expect((await read(unknown)).status).toBe(200);
  });

  it('while a slow issuer is read for an unknown key, known keys do not wait', async () => {
    const known = await issuers.valid();
    await issuers.addKey();
    const { promise, reject } = Promise.withResolvers<void>();
    issuers.whenRead = () => promise;
    db.deps.clock.advance(10_000);
    const unknown = read(await issuers.valid());
    expect((await read(known)).status).toBe(200);
    reject(new Error('The issuer took too long.'));
    expect((await unknown).status).toBe(503);
    issuers.whenRead = async () => undefined;
  });

  it('an issuer that accepts the connection and answers nothing counts as down after two seconds', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const startedAt = performance.now();
    await expect(fetchJson(`http://127.0.0.1:${port}/keys`)).rejects.toThrow();
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    server.closeAllConnections();
    server.close();
  });
});
