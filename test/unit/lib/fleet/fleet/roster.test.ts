import { afterAll, beforeAll, expect, test } from 'vitest';
import { driverEntity } from '../../../../../lib/fleet/fleet/driver.ts';
import {
  findGroups,
  membersAmong,
  onShiftDrivers,
  readDriverGroup,
  readGroup,
  saveShifts,
  upsertDriver,
  upsertDriverGroup,
} from '../../../../../lib/fleet/fleet/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

const editor = {
  organizationId: 'org_test',
  storeLocationIds: null,
  driverGroupIds: null,
  origin: {
    organizationId: 'org_test',
    actor: { type: 'key' as const, id: 'key_test', name: 'Test' },
    cause: 'request:test',
  },
};
/** Thirteen parts of a roster. */
const MANY = 5_000;

let api: FleetApi;
let drivers: readonly string[];
beforeAll(async () => {
  api = await startFleetApi();
  drivers = Array.from({ length: MANY }, () => api.deps.ids.next('cou'));
  const at = '2026-03-01T00:00:00.000Z';
  for (let start = 0; start < MANY; start += 100) {
    await api.deps.table.write(
      drivers.slice(start, start + 100).map((id) =>
        create(driverEntity, {
          organizationId: 'org_test',
          id,
          firstName: 'Grace',
          lastName: 'Hopper',
          phoneNumber: '+14155550117',
          enabled: true,
          vehicleIds: [],
          createdAt: at,
          updatedAt: at,
        }),
      ),
    );
  }
}, 60_000);
afterAll(() => api.stop());

const roster = (externalIdentifier: string, driverIds: readonly string[]) =>
  upsertDriverGroup(api.deps, editor, { externalIdentifier, driverIds }, { id: api.deps.ids.next('cntr') });

test('4.7 a roster of 5,000 drivers is replaced whole: a reader sees the old one or the new one', async () => {
  const [old, next] = [drivers.slice(0, 2_500), drivers];
  const made = await roster('large', old);
  const id = 'group' in made ? made.group.id : '';
  let isDone = false;
  const replacing = roster('large', next).finally(() => {
    isDone = true;
  });
  const seen = new Set<number>();
  while (!isDone) seen.add((await readGroup(api.deps.table, 'org_test', id))?.driverIds.length ?? -1);
  await replacing;
  expect([...seen].filter((size) => size !== old.length && size !== next.length)).toEqual([]);
  const group = await readDriverGroup(api.deps, editor, id);
  expect(group?.members).toHaveLength(MANY);
});

test('4.7 two rosters sent at once end as one of them, whole', async () => {
  await roster('contested', []);
  const wanted = [0, 1, 2, 3].map((part) =>
    drivers.slice(part * 200, part * 200 + 900 - part * 200).toSorted(),
  );
  const outcomes = await Promise.all(wanted.map((driverIds) => roster('contested', driverIds)));
  const [first] = outcomes;
  const id = first && 'group' in first ? first.group.id : '';
  const left = (await readGroup(api.deps.table, 'org_test', id))?.driverIds;
  expect(wanted).toContainEqual(left);
});

test('8 drivers who join a group at the same time all belong to it', async () => {
  const made = await roster('joined', drivers.slice(0, 10));
  const groupId = 'group' in made ? made.group.id : '';
  const people = Array.from({ length: 8 }, (_, index) => `joining-${index}`);
  const joined = await Promise.all(
    people.map((externalIdentifier) =>
      upsertDriver(
        api.deps,
        editor,
        {
          input: {
            externalIdentifier,
            firstName: 'Ada',
            lastName: 'Lovelace',
            phoneNumber: '+14155550100',
            addFirstVersionContractIds: [groupId],
          },
        },
        api.deps.ids.next('cou'),
      ),
    ),
  );
  expect(joined.filter((outcome) => !('driver' in outcome))).toEqual([]);
  const left = await readGroup(api.deps.table, 'org_test', groupId);
  expect(left?.driverIds).toHaveLength(10 + people.length);
});

test('4.7 drivers on shift are found among the groups that are asked for, unless these are disabled', async () => {
  const made = await roster('shifted', drivers.slice(20, 30));
  const groupId = 'group' in made ? made.group.id : '';
  const [inside, outside] = [drivers[21] ?? '', drivers[40] ?? ''];
  await saveShifts(
    api.deps,
    editor,
    [inside, outside].map((courierId) => ({
      name: 'Day',
      courierId,
      plannedStart: '2026-03-02T08:00:00.000Z',
      plannedEnd: '2026-03-02T18:00:00.000Z',
    })),
  );
  const onShift = () => onShiftDrivers(api.deps.table, editor, [groupId], '2026-03-02T09:00:00.000Z');
  expect((await onShift()).map(({ driver, groupIds }) => [driver.id, groupIds])).toEqual([
    [inside, [groupId]],
  ]);
  const group = { externalIdentifier: 'shifted', isActive: false };
  await upsertDriverGroup(api.deps, editor, group, { id: api.deps.ids.next('cntr') });
  expect(await onShift()).toEqual([]);
});

test("whether drivers belong to a group is asked of any contract id of it, within the caller's groups", async () => {
  const made = await roster('asked', drivers.slice(50, 60));
  const groupId = 'group' in made ? made.group.id : '';
  const [group] = await findGroups(api.deps.table, editor, [`${groupId}v2`]);
  const asked = [drivers[50] ?? '', drivers[70] ?? ''];
  expect(group && (await membersAmong(api.deps.table, group.value, asked))).toEqual(new Set([drivers[50]]));
  const limited = { ...editor, driverGroupIds: ['cntr_other'] };
  expect(await findGroups(api.deps.table, limited, [groupId])).toEqual([undefined]);
});
