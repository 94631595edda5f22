import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditedChange, changedFields, readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import type { Origin } from '../../../../../lib/platform/core/origin.ts';
import { readCursor } from '../../../../../lib/platform/listing/index.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const by = (id: string, organizationId = 'org_a'): Origin => ({
  organizationId,
  actor: { type: 'user', id, name: id },
  cause: 'request:r',
});

describe('changed fields', () => {
  it('names each field by its path, arrays as a whole, and leaves bookkeeping out', () => {
    const before = { id: 'a', name: 'Old', views: { map: true, list: true }, tags: ['a'], updatedAt: '1' };
    const after = { id: 'a', name: 'New', views: { map: false, list: true }, tags: ['b'], updatedAt: '2' };
    expect(changedFields(before, after)).toEqual([
      { field: 'name', before: 'Old', after: 'New' },
      { field: 'views.map', before: true, after: false },
      { field: 'tags', before: ['a'], after: ['b'] },
    ]);
  });

  it('shows all fields of what is created or deleted, but none that is empty', () => {
    expect(changedFields(null, { name: 'New', note: null })).toEqual([
      { field: 'name', before: null, after: 'New' },
    ]);
    expect(changedFields({ name: 'Old' }, null)).toEqual([{ field: 'name', before: 'Old', after: null }]);
  });

  it('masks secrets, by their names and where it is told to', () => {
    const after = { auth: { token: 't0p' }, headers: [{ apiKey: 'k3y' }], url: 'https://u:p@x' };
    const changes = changedFields({ auth: { token: 'old' } }, after, ['url']);
    expect(JSON.stringify(changes)).not.toMatch(/t0p|old|k3y|u:p/);
    expect(changes.map(({ field }) => field)).toEqual(['auth.token', 'headers', 'url']);
  });

  it('cuts what is long, so that an entry stays small', () => {
    const [change] = changedFields(null, { polygon: Array.from({ length: 9_999 }, (_, n) => n) });
    expect(JSON.stringify(change).length).toBeLessThan(2_000);
  });
});

describe('the audit log', () => {
  let db: TestTable;
  beforeAll(async () => {
    db = await startTestTable();
    const at = (minute: number) => `2026-03-02T08:${String(minute).padStart(2, '0')}:00.000Z`;
    for (let minute = 0; minute < 30; minute += 1) {
      await db.deps.table.write([
        auditedChange(by(minute % 3 === 0 ? 'ada' : 'bob'), {
          entityType: 'zone',
          entityId: `zone_${minute % 2}`,
          action: 'updated',
          at: at(minute),
          before: { name: minute },
          after: { name: minute + 1 },
          isConfiguration: minute < 20,
        }),
      ]);
    }
    await db.deps.table.write([
      auditedChange(by('eve', 'org_b'), {
        entityType: 'zone',
        entityId: 'zone_0',
        action: 'deleted',
        at: at(5),
        before: { name: 'Foreign' },
        after: null,
      }),
    ]);
  });
  afterAll(() => db.stop());

  const minutes = (page: { results: readonly { at: string }[] }) =>
    page.results.map(({ at }) => Number(at.slice(14, 16)));

  it('of an organization has changes of configuration only, newest first, page by page', async () => {
    const first = await readAuditLog(db.deps, 'org_a', { limit: 12 });
    expect(minutes(first)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);
    const cursor = readCursor(first.cursor ?? '');
    const second = await readAuditLog(db.deps, 'org_a', { limit: 12, cursor });
    expect(minutes(second)).toEqual([7, 6, 5, 4, 3, 2, 1, 0]);
    expect(second.cursor).toBeNull();
  });

  it('of an entity has all of its changes', async () => {
    const page = await readAuditLog(db.deps, 'org_a', { entityId: 'zone_1', limit: 100 });
    expect(minutes(page)).toEqual([29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1]);
  });

  it('is narrowed by actor and time', async () => {
    const range = { from: '2026-03-02T08:05:00.000Z', to: '2026-03-02T08:15:00.000Z' };
    const page = await readAuditLog(db.deps, 'org_a', { actorId: 'ada', ...range, limit: 100 });
    expect(minutes(page)).toEqual([15, 12, 9, 6]);
    const entity = { entityId: 'zone_0', actorId: 'ada', ...range, limit: 100 };
    expect(minutes(await readAuditLog(db.deps, 'org_a', entity))).toEqual([12, 6]);
  });

  it('of another organization stays its own', async () => {
    const page = await readAuditLog(db.deps, 'org_b', { entityId: 'zone_0', limit: 100 });
    expect(page.results).toMatchObject([{ actor: { id: 'eve' }, action: 'deleted' }]);
  });

  it('forgets what is older than 400 days', async () => {
    db.deps.clock.advance(400 * 86_400_000 - 50 * 60_000);
    expect(minutes(await readAuditLog(db.deps, 'org_a', { limit: 100 }))).toEqual([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
    ]);
  });
});
