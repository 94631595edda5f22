import { toInstant } from '../../../lib/platform/core/clock.ts';
import { validOrder } from '../../support/orders-api.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const DAY = 86_400_000;
const AREA = 'recurring-orders';

/** Recurring orders for the next days, which people change, skip and end while their orders are created. */
export const recurringOrdersLoad = defineLoad({
  area: AREA,
  isDrawn: true,
  drives: [
    'POST /v1/recurring/orders',
    'GET /v1/recurring/orders',
    'GET /v1/recurring/orders/{id}',
    'PATCH /v1/recurring/orders/{id}',
    'POST /v1/recurring/orders/{id}/end',
    'PUT /v1/recurring/orders/{id}/occurrences/{date}',
    'DELETE /v1/recurring/orders/{id}/occurrences/{date}',
  ],
  setUp: makeOne,
  actions: [
    { name: 'a recurring order is made', weight: 2, run: makeOne },
    {
      name: 'a recurring order is changed',
      weight: 2,
      async run(client) {
        const id = anyOne(client);
        if (!id) return;
        const body = client.random.pick([
          { order: { valueCents: client.random.between(100, 9_000) } },
          { times: { dropoffStart: client.random.pick(['08:00', '10:00']) } },
          { rrule: anyRule(client) },
          { daysAhead: client.random.between(0, 5) },
        ]);
        await client.call('PATCH /v1/recurring/orders/{id}', { params: { id }, body });
      },
    },
    {
      name: 'an occurrence is skipped, moved, or as usual again',
      weight: 4,
      async run(client) {
        const id = anyOne(client);
        if (!id) return;
        const params = { id, date: dayIn(client, client.random.between(0, 1)) };
        const path = '/v1/recurring/orders/{id}/occurrences/{date}';
        if (client.random.chance(0.3)) await client.call(`DELETE ${path}`, { params });
        else {
          const body = client.random.chance(0.5)
            ? { isSkipped: true }
            : { onDate: dayIn(client, client.random.between(0, 1)), times: { dropoffEnd: '20:00' } };
          await client.call(`PUT ${path}`, { params, body });
        }
      },
    },
    {
      name: 'a recurring order ends',
      weight: 1,
      async run(client) {
        const id = anyOne(client);
        if (!id) return;
        await client.call('POST /v1/recurring/orders/{id}/end', { params: { id }, body: {} });
      },
    },
    {
      name: 'somebody looks at recurring orders',
      weight: 1,
      async run(client) {
        await client.call('GET /v1/recurring/orders');
        const id = anyOne(client);
        if (id) await client.call('GET /v1/recurring/orders/{id}', { params: { id } });
      },
    },
  ],
});

async function makeOne(client: Client): Promise<void> {
  const { deliveryMode: _, ...order } = validOrder;
  const reply = await client.call('POST /v1/recurring/orders', {
    body: {
      name: client.nextMark(),
      startDate: dayIn(client, 0),
      rrule: anyRule(client),
      timezoneId: 'UTC',
      times: { dropoffStart: '09:00', dropoffEnd: '18:00' },
      order,
      holidays: client.random.chance(0.3) ? [dayIn(client, 1)] : [],
      onHoliday: client.random.pick(['skip', 'previous_working_day']),
      workingDays: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
      daysAhead: client.random.between(0, 5),
    },
  });
  const id: unknown = reply?.json?.id;
  if (typeof id === 'string' && id.startsWith('rec_')) {
    client.known.others[AREA] = [...(client.known.others[AREA] ?? []), id];
  }
}

/** All must end within a day and a half, so that the simulation comes to rest. */
function anyRule({ random }: Client): string {
  return random.pick(['FREQ=DAILY;COUNT=2', 'FREQ=DAILY;INTERVAL=1;COUNT=1', 'FREQ=WEEKLY;COUNT=1']);
}

function anyOne(client: Client): string | undefined {
  return client.any(client.known.others[AREA] ?? []);
}

/** A day this many days from now. */
function dayIn(client: Client, days: number): string {
  return toInstant(client.world.now() + days * DAY).slice(0, 10);
}
