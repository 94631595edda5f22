import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderRouteWebhook } from '../../../../../lib/fleet/routes/index.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

describe('6.2 the webhook route.stops_updated', () => {
  it('has the whole route, and its ids as tags, whenever its stops change', async () => {
    const [a, b] = await api.orders(2);
    const made = await api.depotRoute([a!, b!], { externalId: 'north' });
    const [start, first, second, end] = made.stops.map(({ id }: { id: string }) => id);
    const before = (await api.db.events('route.stops_updated')).length;
    await api.call('PATCH /v1/routes/{id}', {
      params: { id: made.id },
      body: { stopIds: [start, second, first, end] },
    });
    const told = (await api.db.events('route.stops_updated')).slice(before);
    expect(told).toHaveLength(1);
    const rendered = await renderRouteWebhook(api.db.deps, told[0]!);
    expect(rendered?.data).toMatchObject({ id: made.id, version: 2, timesOutOfDate: true });
    expect(rendered?.data.stops.map(({ id }) => id)).toEqual([start, second, first, end]);
    expect(rendered?.tags).toEqual([made.id, 'north']);
  });
});
