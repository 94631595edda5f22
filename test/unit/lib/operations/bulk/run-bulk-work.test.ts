import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { orderOperationsArea } from '../../../../../functions/api/order-operations/index.ts';
import { simulatedProviders } from '../../../../../lib/fulfilment/providers/simulators/index.ts';
import { bulkWorkDue, runBulkWork } from '../../../../../lib/operations/bulk/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';

let api: DispatchApi;
beforeAll(async () => {
  api = await startDispatchApi(simulatedProviders, { areas: [orderOperationsArea, activitiesArea] });
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterAll(() => api.stop());

const act = (body: object) => api.call('POST /v1/orders/actions', { body });
const activity = async (id: string) => (await api.call('GET /v1/activities/{id}', { params: { id } })).json;

/** Carries an action out without a crash. */
async function carriedOut(body: object): Promise<void> {
  const { json } = await act(body);
  await runBulkWork(api.deps, await dueOf(json.id));
}

async function dueOf(id: string) {
  const events = await api.db.events(bulkWorkDue.name);
  return events.find((event) => bulkWorkDue.parse(event).data.activityId === id)!;
}

describe('4.8.1 a run that crashes is taken up again', () => {
  /** The dependencies of a worker that dies before its n-th write. */
  function dyingBefore(write: number) {
    let left = write;
    const { table } = api.deps;
    const dying = new Proxy(table, {
      get(target, name) {
        if (name === 'actingFor') return (origin: never) => wrap(target.actingFor(origin));
        return Reflect.get(wrap(target), name);
      },
    });
    function wrap(target: typeof table): typeof table {
      return new Proxy(target, {
        get(inner, name) {
          const value = Reflect.get(inner, name, inner);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            if (name === 'write') {
              left -= 1;
              if (left < 0) throw new Error('killed');
            }
            return value.apply(inner, given);
          };
        },
      });
    }
    return { ...api.deps, table: dying };
  }

  it.each(['archive', 'unarchive', 'dispatch', 'mark_picked_up'])(
    'killed before any of its writes, %s ends with every order done and none twice',
    async (action) => {
      for (let write = 0; write < 7; write += 1) {
        const orders = [await api.order()];
        const orderIds = orders.map(({ id }) => id);
        if (action === 'unarchive') await carriedOut({ action: 'archive', orderIds, reason: 'x' });
        if (action === 'mark_picked_up') await carriedOut({ action: 'dispatch', orderIds });
        const { json } = await act({ action, orderIds, reason: 'x' });
        const due = await dueOf(json.id);
        await runBulkWork(dyingBefore(write), due).catch((error: Error) => {
          expect(error.message).toBe('killed');
        });
        await runBulkWork(api.deps, due);
        const { status, result } = await activity(json.id);
        expect({ write, status, result }).toMatchObject({
          status: 'SUCCESS',
          result: { done: 1, skipped: 0, failed: 0 },
        });
        // When it is delivered again, nothing happens.
        const before = (await api.db.items()).length;
        await runBulkWork(api.deps, due);
        expect((await api.db.items()).length).toBe(before);
      }
    },
    60_000,
  );

  it('two runs of one leg side by side do each order once', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => api.order()));
    const { json } = await act({ action: 'dispatch', orderIds: orders.map(({ id }) => id) });
    const due = await dueOf(json.id);
    await Promise.allSettled([runBulkWork(api.deps, due), runBulkWork(api.deps, due)]);
    await runBulkWork(api.deps, due);
    expect((await activity(json.id)).result).toMatchObject({ done: 4, skipped: 0, failed: 0 });
  });
});
