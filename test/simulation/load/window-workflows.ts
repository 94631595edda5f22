import { toInstant } from '../../../lib/platform/core/clock.ts';
import { act, chain } from '../../support/automations.ts';
import { validOrder } from '../../support/orders-api.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { bookPlace, makeWindow, moveWindow } from './windows.ts';

const MINUTE = 60_000;
const CUTOFF = 'order_cutoff_time';
const MOMENTS = [
  'order_pickup_start_time',
  'order_pickup_end_time',
  'order_dropoff_start_time',
  'order_dropoff_end_time',
  CUTOFF,
] as const;
/**
 * Minutes before or after a moment: few values, so that requests can arrive in the very seconds in which something is
 * due.
 */
const OFFSETS = [5, 10];

/** Workflows before, at and after the windows of orders and the cutoffs of delivery windows, while all of these move. */
export const windowWorkflowsLoad = defineLoad({
  area: 'window workflows',
  isDrawn: true,
  drives: [],
  async setUp(client) {
    await makeWindow(client);
    await makeTimedWorkflow(client);
    await makeTimedWorkflow(client);
  },
  actions: [
    { name: 'a workflow is made for a time of orders', weight: 2, run: makeTimedWorkflow },
    {
      name: 'a workflow for a time of orders is changed, or switched',
      weight: 2,
      async run(client) {
        const { random } = client;
        const id = client.any(client.known.others.timedWorkflows ?? []);
        if (!id) return;
        if (random.chance(0.5)) {
          const status = random.pick(['active', 'inactive']);
          await client.call('POST /v1/workflows/{id}/status', { params: { id }, body: { status } });
        } else {
          const body = { ...chain(anyNodes(client)), trigger: anyTrigger(client) };
          await client.call('PATCH /v1/workflows/{id}', { params: { id }, body });
        }
      },
    },
    {
      name: 'an order is made whose windows are near, and they move',
      weight: 8,
      async run(client) {
        const { random, world } = client;
        const first = nearWindows(client);
        const made = await client.call('POST /v1/order', {
          body: { ...validOrder, ...first, orderMetadata: { mark: client.nextMark() } },
        });
        const id = made?.json?.id;
        if (typeof id !== 'string') return;
        client.known.orders.push(id);
        if (random.chance(0.3)) return;
        // At any time, or in the seconds in which a workflow is due.
        const bound = Date.parse(random.pick(Object.values(first).slice(1)));
        const dueMs = bound + random.pick([0, 0, ...OFFSETS, ...OFFSETS.map((offset) => -offset)]) * MINUTE;
        const waitMs = random.chance(0.3)
          ? random.between(0, 20 * MINUTE)
          : dueMs - world.now() + random.between(-1_000, 4_000);
        await world.scheduler.pause(Math.max(0, waitMs));
        await client.call('PATCH /v1/order/{id}', { params: { id }, body: nearWindows(client) });
      },
    },
    {
      name: 'an order changes its delivery window, and that moves',
      weight: 4,
      async run(client) {
        const externalId = client.random.pick(['T1', 'T2', 'T3']);
        await bookPlace(client, externalId);
        // Places that nobody confirmed are released at the cutoff.
        await client.call('POST /v1/order/external-identifier/{externalId}/delivery-window/confirm', {
          params: { externalId },
        });
        await client.pause(2 * MINUTE);
        if (client.random.chance(0.3)) await makeWindow(client);
        else await moveWindow(client);
        if (client.random.chance(0.5)) await bookPlace(client, externalId);
      },
    },
  ],
});

async function makeTimedWorkflow(client: Client): Promise<void> {
  const reply = await client.call('POST /v1/workflows', {
    body: {
      name: `At its time ${client.random.between(1, 1_000_000)}`,
      status: 'active',
      ...chain(anyNodes(client)),
      trigger: anyTrigger(client),
    },
  });
  const id = reply?.json?.id;
  if (typeof id === 'string')
    client.known.others.timedWorkflows = [...(client.known.others.timedWorkflows ?? []), id];
}

function anyTrigger({ random }: Client): object {
  const eventName = random.chance(0.2) ? CUTOFF : random.pick(MOMENTS);
  const direction = random.pick(eventName === CUTOFF ? ['at', 'after'] : ['before', 'at', 'after']);
  return {
    triggerType: 'event',
    eventName,
    direction,
    ...(direction === 'at' ? {} : { offset_minutes: random.pick(OFFSETS) }),
  };
}

/** Maximum number of only leave a mark; some move the windows that started them. */
function anyNodes({ random }: Client): Parameters<typeof chain>[0] {
  if (random.chance(0.8)) return [act('add_tag', { tag: `t${random.between(1, 3)}` })];
  return [act('reschedule_order', { method: 'delay', delayMinutes: 60 })];
}

function nearWindows({ random, world }: Client): Record<string, string> {
  const start = world.now() + random.between(2, 40) * MINUTE;
  const instant = (minutes: number) => toInstant(start + minutes * MINUTE);
  return {
    deliveryMode: 'scheduled',
    pickupStartTime: instant(0),
    pickupEndTime: instant(20),
    dropoffStartTime: instant(25),
    dropoffEndTime: instant(60),
  };
}
