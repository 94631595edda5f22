import { objectAt } from '../world/bucket-fetch.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const ACTIONS = ['dispatch', 'mark_picked_up', 'archive', 'unarchive'];

/** Work on many orders at once: pasted ids, bulk actions, uploads and exports. */
export const manyOrdersLoad = defineLoad({
  area: 'many orders',
  isDrawn: true,
  drives: [
    'POST /v1/orders/resolve',
    'POST /v1/orders/actions',
    'POST /v1/orders/bulk',
    'GET /v1/orders/bulk/{id}',
    'GET /v1/order/{id}/internal-notes',
    'POST /v1/order/{id}/internal-notes',
    'DELETE /v1/order/{id}/internal-notes/{noteId}',
    'POST /v1/uploads',
    'GET /v1/uploads/{id}',
    'POST /v1/uploads/{id}/preview',
    'POST /v1/uploads/{id}/import',
    'GET /v1/uploads/{id}/result',
    'GET /v1/orders/export',
  ],
  actions: [
    {
      name: 'ids are pasted, and something is done to their orders',
      weight: 6,
      async run(client) {
        const orderIds = client.random.shuffle(client.known.orders).slice(0, client.random.between(1, 4));
        if (orderIds.length === 0) return;
        await client.call('POST /v1/orders/resolve', { body: { ids: orderIds.join('\n') } });
        const action = client.random.pick(ACTIONS);
        const reply = await client.call('POST /v1/orders/actions', {
          body: { action, orderIds, reason: 'The shop is closed.' },
        });
        await look(client, reply?.json?.id);
      },
    },
    {
      name: 'orders are changed and deleted in one call',
      weight: 4,
      async run(client) {
        const externalIds = client.random.shuffle(['A', 'B', 'C', 'D']);
        const body = externalIds
          .slice(0, 3)
          .map((externalId) =>
            client.random.chance(0.7)
              ? { action: 'upsert', data: { externalId, valueCents: client.random.between(1, 50) * 100 } }
              : { action: 'delete', data: { id: externalId } },
          );
        const reply = await client.call('POST /v1/orders/bulk', { body });
        const id = reply?.json?.id;
        if (typeof id !== 'string') return;
        await client.pause(30_000);
        await client.call('GET /v1/orders/bulk/{id}', { params: { id } });
      },
    },
    {
      name: 'a file of orders is uploaded and imported',
      weight: 4,
      async run(client) {
        const made = await client.call('POST /v1/uploads', { body: { kind: 'orders', fileName: 'day.csv' } });
        const { id, uploadUrl } = made?.json ?? {};
        if (typeof id !== 'string' || typeof uploadUrl !== 'string') return;
        client.world.objects.set(objectAt(uploadUrl), {
          content: Buffer.from(csvOf(client)),
          contentType: 'text/csv',
        });
        const params = { id };
        const seen = await client.call('POST /v1/uploads/{id}/preview', { params, body: {} });
        const { mapping } = seen?.json ?? {};
        if (!mapping) return;
        const start = () => client.call('POST /v1/uploads/{id}/import', { params, body: { mapping } });
        // People press the button twice.
        const [first] = await Promise.all([start(), client.random.chance(0.3) ? start() : undefined]);
        await look(client, first?.json?.id);
        await client.call('GET /v1/uploads/{id}', { params });
        await client.call('GET /v1/uploads/{id}/result', { params });
      },
    },
    {
      name: 'a note is written and deleted, and orders are exported',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.orders);
        if (id) {
          const params = { id };
          const text = 'Asked twice where it is.';
          const note = await client.call('POST /v1/order/{id}/internal-notes', { params, body: { text } });
          await client.call('GET /v1/order/{id}/internal-notes', { params });
          const noteId = note?.json?.id;
          if (typeof noteId === 'string')
            await client.call('DELETE /v1/order/{id}/internal-notes/{noteId}', { params: { id, noteId } });
        }
        await client.call('GET /v1/orders/export');
      },
    },
  ],
});

async function look(client: Client, activityId: unknown): Promise<void> {
  if (typeof activityId !== 'string') return;
  await client.pause(30_000);
  await client.call('GET /v1/activities/{id}', { params: { id: activityId } });
}

/** Rows with external ids that others use as well, and one row that cannot become an order. */
function csvOf({ random }: Client): string {
  const row = (externalId: string, value: string) =>
    `${externalId};1 Ferry Building, San Francisco;Bakery;+14155550100;900 Valencia St, San Francisco;Ada;+14155550199;1;${value};USD`;
  return [
    'externalId;pickupAddress;pickupBusinessName;pickupPhoneNumber;dropoffAddress;dropoffFirstName;dropoffPhoneNumber;itemsCount;value;currency',
    row(random.pick(['A', 'B', 'U1']), '25.00'),
    row(random.pick(['C', 'D', 'U2']), '12.50'),
    row('U3', 'twelve'),
  ].join('\n');
}
