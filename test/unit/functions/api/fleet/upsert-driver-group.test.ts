import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const upsert = (body: object, extra: object = {}) =>
  api.call('PUT /v1/fleet/driver-groups/upsert', { body, ...extra });
const read = (id: string, extra: object = {}) =>
  api.call('GET /v1/fleet/driver-groups/{first_version_contract_id}', {
    params: { first_version_contract_id: id },
    ...extra,
  });

test('4.7 a new external identifier creates a group, the same one updates it', async () => {
  const first = await upsert({ externalIdentifier: 'keyed', name: 'Keyed' });
  expect(first).toMatchObject({
    status: 200,
    json: { created: true, driverGroup: { externalIdentifier: 'keyed', isActive: true, driverIds: [] } },
  });
  const second = await upsert({ external_identifier: 'keyed', is_active: false });
  expect(second.json).toMatchObject({
    created: false,
    driverGroup: { id: first.json.driverGroup.id, name: 'Keyed', isActive: false },
  });
});

test('4.7 omitted fields keep their values, driverIds replaces the whole list', async () => {
  const [a, b, c] = [await api.driver('keep-a'), await api.driver('keep-b'), await api.driver('keep-c')];
  const id = await api.group('keep', { driverIds: [a, b] });
  expect((await upsert({ externalIdentifier: 'keep', name: 'Kept' })).json.driverGroup.driverIds).toEqual(
    [a, b].toSorted(),
  );
  await upsert({ externalIdentifier: 'keep', driverIds: ['keep-c'] });
  expect((await read(id)).json.driverGroup).toMatchObject({ name: 'Kept', driverIds: [c] });
});

test('an unknown driver is refused with its id and nothing is written (decision B29, C68)', async () => {
  const known = await api.driver('someone');
  const refused = await upsert({ externalIdentifier: 'never', driverIds: [known, 'cou_nobody'] });
  expect(refused).toMatchObject({
    status: 422,
    json: { error: { code: 'VALIDATION_ERRORS', details: { unknownIds: ['cou_nobody'] } } },
  });
  const { json } = await api.call('GET /v1/fleet/driver-groups');
  expect(
    json.driverGroups.map((group: { externalIdentifier: string }) => group.externalIdentifier),
  ).not.toContain('never');
});

test('4.7 groups are listed newest first', async () => {
  await api.group('older');
  await api.group('newer');
  const { json } = await api.call('GET /v1/fleet/driver-groups', { query: { limit: '2' } });
  expect(json.driverGroups.map((group: { externalIdentifier: string }) => group.externalIdentifier)).toEqual([
    'newer',
    'older',
  ]);
});

test('4.7 the group shows each driver with whether it is enabled and on shift', async () => {
  const [working, resting, disabled] = [
    await api.driver('working'),
    await api.driver('resting'),
    await api.driver('disabled', { enabled: false }),
  ];
  const id = await api.group('flags', { driverIds: [working, resting, disabled] });
  const shift = (courierId: string, plannedStart: string, plannedEnd: string) =>
    api.call('POST /v1/shift', { body: { name: 'Shift', courierId, plannedStart, plannedEnd } });
  await shift(working, '2026-03-02T08:00:00Z', '2026-03-02T16:00:00Z');
  await shift(resting, '2026-03-02T10:00:00Z', '2026-03-02T16:00:00Z');
  const { json } = await read(id);
  const flags = (driver: string) =>
    json.driverGroup.drivers.find((each: { id: string }) => each.id === driver);
  expect(flags(working)).toMatchObject({ enabled: true, onShift: true });
  expect(flags(resting)).toMatchObject({ enabled: true, onShift: false });
  expect(flags(disabled)).toMatchObject({ enabled: false, onShift: false });
});

test('another organization does not see the group, a limited key only its own groups', async () => {
  const id = await api.group('scoped');
  expect((await read(id, { grant: { organizations: [{ id: 'org_other', listShards: 1 }] } })).status).toBe(
    404,
  );
  const limited = { grant: { driverGroupIds: [id] } };
  expect((await read(id, limited)).status).toBe(200);
  const other = await api.group('scoped-out');
  expect((await read(other, limited)).status).toBe(404);
  expect((await api.call('GET /v1/fleet/driver-groups', limited)).json.driverGroups).toHaveLength(1);
  expect((await upsert({ externalIdentifier: 'scoped-out', isActive: false }, limited)).status).toBe(404);
});

test('each change of name or state is a contract version of its own', async () => {
  const id = await api.group('versions', { name: 'One' });
  await upsert({ externalIdentifier: 'versions', name: 'Two' });
  await upsert({ externalIdentifier: 'versions', name: 'Two' });
  const all = await api.call('GET /v1/contracts', {
    query: { only_latest_version: 'false', include: 'details', limit: '2' },
  });
  expect(all.json.contracts).toMatchObject([
    { firstVersionContractId: id, version: 2, displayName: 'Two', prevVersionContractId: id },
    { contractId: id, version: 1, displayName: 'One', nextVersionContractId: `${id}v2` },
  ]);
  const latest = await api.call('GET /v1/contracts', { query: { limit: '1' } });
  // 41.2.6: in both spellings.
  expect(latest.json.next_cursor).toBe(latest.json.nextCursor);
  expect(latest.json).toMatchObject({ contracts: [{ contractId: `${id}v2` }], nextCursor: `${id}v2` });
});

test('41 2.6 contracts that were there all along come once each while groups and versions are added', async () => {
  const ids: string[] = [];
  for (const name of ['p1', 'p2', 'p3', 'p4']) ids.push(await api.group(name, { name }));
  const pageBy = async (more: Record<string, string>) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 60; page += 1) {
      const query: Record<string, string> = { limit: '2', ...more, ...(cursor ? { cursor } : {}) };
      const { json } = await api.call('GET /v1/contracts', { query });
      seen.push(...json.contracts.map(({ contractId }: { contractId: string }) => contractId));
      cursor = json.nextCursor;
      if (!cursor) return seen;
      await api.group(`new-${JSON.stringify(more)}-${page}`);
      await upsert({ externalIdentifier: 'p4', name: `p4 ${JSON.stringify(more)} ${page}` });
    }
    throw new Error('The paging does not end.');
  };
  const lists: readonly Record<string, string>[] = [{}, { only_latest_version: 'false' }];
  for (const more of lists) {
    const seen = await pageBy(more);
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of ids.slice(0, 3)) expect(seen.filter((one) => one === id)).toEqual([id]);
  }
});

test.each(['1', 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8Jv1', '😀', 'b2xkZXJ8MjAyNg'])(
  '41 2.6 contracts refuse %s, a cursor of another list or organization',
  async (cursor) => {
    const { status, json } = await api.call('GET /v1/contracts', { query: { cursor } });
    expect([status, json.error.details.fields.cursor]).toEqual([
      422,
      `"${cursor}" is not a cursor of this list.`,
    ]);
  },
);
