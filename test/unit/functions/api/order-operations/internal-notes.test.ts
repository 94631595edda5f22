import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { areas } from '../../../../../functions/api/index.ts';
import { orderOperationsArea } from '../../../../../functions/api/order-operations/index.ts';
import { uploadsArea } from '../../../../../functions/api/uploads/index.ts';
import { simulatedProviders } from '../../../../../lib/fulfilment/providers/simulators/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { recordingLog } from '../../../../support/recording-log.ts';

const TEXT = 'The doorbell is broken: MARKER-7f3a';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi(simulatedProviders, {
    areas: [orderOperationsArea, activitiesArea, uploadsArea],
  });
});
afterEach(() => api.stop());

const add = (id: string, text: unknown, grant = {}) =>
  api.call('POST /v1/order/{id}/internal-notes', { params: { id }, body: { text }, grant });
const list = (id: string, grant = {}) =>
  api.call('GET /v1/order/{id}/internal-notes', { params: { id }, grant });

describe('4.8.2 internal order notes', () => {
  it('are added, listed and removed, by id or external id, with their author', async () => {
    const order = await api.order({ externalId: 'noted' });
    const first = await add(order.id, 'First');
    const second = await add('noted', 'Second');
    expect(first.json).toMatchObject({ text: 'First', author: { id: 'key_test' } });
    expect((await list(order.id)).json.results.map((one: { text: string }) => one.text)).toEqual([
      'First',
      'Second',
    ]);
    const params = { id: order.id, noteId: second.json.id };
    const remove = () => api.call('DELETE /v1/order/{id}/internal-notes/{noteId}', { params });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await list('noted')).json.totalCount).toBe(1);
  });

  it('have up to 2,000 characters', async () => {
    const { id } = await api.order();
    expect((await add(id, 'x'.repeat(2_000))).status).toBe(200);
    for (const text of ['x'.repeat(2_001), '', '  ', 7, null]) expect((await add(id, text)).status).toBe(422);
  });

  it('of an order outside the scope, or of another organization, are unknown', async () => {
    const { id } = await api.order();
    for (const grant of [
      { storeLocationIds: ['store_other'] },
      { organizations: [{ id: 'org_other', listShards: 1 }] },
    ]) {
      expect((await list(id, grant)).status).toBe(404);
      expect((await add(id, 'x', grant)).status).toBe(404);
    }
  });

  it('are in no other reply, event, job, log line, export or item of the table', async () => {
    const order = await api.order({ externalId: 'secret' });
    const log = recordingLog();
    Object.assign(api.deps, { log });
    await add(order.id, TEXT);
    await api.call('PATCH /v1/order/{id}', { params: { id: order.id }, body: { description: 'changed' } });
    await api.call('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
    await api.drain();
    const { jobId } = (await api.call('GET /v1/order/{id}', { params: { id: order.id } })).json;
    const replies = await Promise.all([
      api.call('GET /v1/order/{id}', { params: { id: order.id } }),
      api.call('GET /v1/orders', { query: { ids: order.id } }),
      api.call('GET /v1/orders/export', { query: { ids: order.id } }),
      api.call('POST /v1/orders/resolve', { body: { ids: 'secret' } }),
      api.call('GET /v1/jobs/{id}', { params: { id: jobId } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(JSON.stringify(replies)).not.toContain('MARKER');
    expect(JSON.stringify(log.entries)).not.toContain('MARKER');
    // Webhooks, messages, provider calls and workflow runs are created from events and from what is in the table.
    const carriers = (await api.db.items()).filter((item) => JSON.stringify(item).includes('MARKER'));
    expect(carriers.map(({ type }) => type)).toEqual(['orderNote']);
  });

  it('are read by their own endpoints alone, which are no tools of assistants', () => {
    const root = join(import.meta.dirname, '../../../../..');
    const sources = ['lib', 'functions'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => join(folder, file)),
    );
    const readers = sources.filter(
      (file) =>
        !file.startsWith('lib/ordering/order-notes/') &&
        /order-notes\/|orderNoteEntity/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual(['functions/api/order-operations/internal-notes.ts']);
    const own = areas.flatMap(({ endpoints }) => endpoints).filter(({ area }) => area === 'Internal notes');
    expect(own.map(({ isNoTool }) => isNoTool)).toEqual([true, true, true]);
  });
});
