import { expect } from 'vitest';
import { localTable } from '../../cdk/local/local-table.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { orderEntity } from '../../lib/ordering/orders/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { create, type Operation } from '../../lib/platform/table/index.ts';
import { armTimer } from '../../lib/platform/timers/index.ts';
import { windowTimer } from '../../lib/reactions/automations/index.ts';
import { act, chain, when } from './automations.ts';
import { anyOrder } from './builders/any-order.ts';
import { notifyWebhooks } from './notify-webhooks.ts';
import { validOrder } from './orders-api.ts';
import type { TestCloud } from './running-cloud.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The load that one organization causes until the measurement stops it. */
export interface NoisyLoad {
  readonly title: string;
  start(noisy: Noisy): Promise<void>;
}

/** The organization that is in the way. */
export interface Noisy {
  readonly local: TestCloud;
  readonly organizationId: string;
  readonly key: string;
  /** Keeps `count` of these running at once until the measurement is over. */
  keepGoing(count: number, run: () => Promise<unknown>): void;
  /** Is called when the measurement is over. */
  onEnd(stop: () => Promise<void>): void;
}

const STOPS = 400;
const HANGING = 60;
/** Nodes of a giant workflow: close to the limit of 200. */
const NODES = 190;
const TIMERS = 10_000;
/** Members of a transaction with which a test fills the table. */
const IN_A_WRITE = 50;

export const noisyLoads: readonly NoisyLoad[] = [
  {
    title: `routes with ${STOPS} stops that are resequenced`,
    async start({ local, key, keepGoing }) {
      const orders = Array.from({ length: STOPS }, (_, index) => ({
        ...validOrder,
        dropoffLat: 37.7 + (index % 20) / 200,
        dropoffLng: -122.45 + Math.floor(index / 20) / 400,
      }));
      const made = await local.request<{ id: string }[]>('POST', '/v1/orders', { key, body: { orders } });
      const location = { lat: validOrder.pickupLat, lng: validOrder.pickupLng };
      const stops = [
        { stopType: 'ROUTE_START', location },
        ...made.body.map(({ id }) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ];
      const route = await local.request<{ route: { id: string } }>('POST', '/v1/routes', {
        key,
        body: { stops },
      });
      expect(route.status).toBe(200);
      keepGoing(2, () =>
        local.request('POST', `/v1/routes/${route.body.route.id}/resequence`, { key, body: {} }),
      );
    },
  },
  {
    title: 'receivers that never answer',
    async start({ local, organizationId, key, onEnd }) {
      const hanging = await startWebhookReceiver();
      onEnd(hanging.stop);
      hanging.answerWith(() => 'never');
      const body = { url: hanging.url, eventTypes: ['delivery.dropoff_complete'] };
      await local.request('POST', '/v1/webhooks/endpoints', { body, key });
      const { awsEndpoint, clock } = local.cloud;
      const place = { awsEndpoint, tableName: local.cloud.tableName(), now: clock.now() };
      const events = Array.from({ length: HANGING }, (_, index) => `hanging-${index}`);
      await notifyWebhooks(place, organizationId, events);
    },
  },
  {
    title: 'code that never ends',
    async start({ local, key, keepGoing }) {
      const headers = { accept: 'application/json, text/event-stream' };
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'runCode', arguments: { code: 'for (;;) {}' } },
      };
      keepGoing(2, () => local.request('POST', '/mcp', { key, headers, body }));
    },
  },
  {
    title: `workflows of ${NODES} nodes on every new order`,
    async start({ local, key, keepGoing, onEnd }) {
      const nodes = Array.from({ length: NODES }, (_, index) =>
        index % 2 === 0
          ? when(`n${index}`, { field: 'order.valueCents', operator: 'is_set' })
          : act('add_tag', { tag: `tag-${index}` }, `n${index}`),
      );
      await activate({ local, key, onEnd }, nodes, { eventName: 'order.created' });
      keepGoing(2, () => local.request('POST', '/v1/order', { key, body: validOrder }));
    },
  },
  {
    title: `${TIMERS} timers that are set`,
    async start({ local, organizationId, key, onEnd }) {
      const { clock } = local.cloud;
      const [createdAt, pickupStartTime, pickupEndTime] = [-1_000, 45 * MINUTE_MS, 90 * MINUTE_MS].map((ms) =>
        toInstant(clock.now() + ms),
      );
      const times = {
        createdAt: createdAt!,
        pickupStartTime: pickupStartTime!,
        pickupEndTime: pickupEndTime!,
      };
      await fill(local, TIMERS, (index) => [
        create(
          orderEntity,
          anyOrder({ ...{ organizationId, id: `ord_${index}` }, ...{ deliveryMode: 'scheduled', ...times } }),
        ),
      ]);
      const trigger = { eventName: 'order_pickup_start_time', direction: 'before', offset_minutes: 30 };
      await activate({ local, key, onEnd }, [act('add_tag', { tag: 'due' })], trigger);
    },
  },
  {
    // The last one: it moves the clock.
    title: `${TIMERS} timers that fire at once`,
    async start({ local, organizationId }) {
      const { clock } = local.cloud;
      const dueAt = toInstant(clock.now() + 10 * MINUTE_MS);
      await fill(local, TIMERS, (index) =>
        armTimer({
          ...{ organizationId, kind: windowTimer, subject: `wf_none.ord_${index}`, dueAt },
          data: { workflowId: 'wf_none', orderId: `ord_${index}` },
          ...{ occurredAt: toInstant(clock.now()), stored: undefined },
        }),
      );
      await local.untilIdle();
      clock.advance(10 * MINUTE_MS);
    },
  },
];

const MINUTE_MS = 60_000;

/** Activates a workflow until the measurement is over. */
async function activate(
  { local, key, onEnd }: Pick<Noisy, 'local' | 'key' | 'onEnd'>,
  nodes: Parameters<typeof chain>[0],
  trigger: object,
): Promise<void> {
  const body = {
    ...{ name: 'Noisy', status: 'active', ...chain(nodes) },
    trigger: { triggerType: 'event', ...trigger },
  };
  const made = await local.request<{ id: string }>('POST', '/v1/workflows', { key, body });
  expect(made.status).toBe(200);
  onEnd(async () => {
    await local.request('POST', `/v1/workflows/${made.body.id}/status`, {
      key,
      body: { status: 'inactive' },
    });
    await local.untilIdle();
  });
}

/** Writes the operations of `count` things into the table, several things at a time. */
async function fill(
  { cloud }: TestCloud,
  count: number,
  operationsOf: (index: number) => readonly Operation[],
): Promise<void> {
  const deps = tenancyOnTable(localTable(cloud.awsEndpoint, cloud.tableName()));
  try {
    for (let from = 0; from < count; from += IN_A_WRITE) {
      const indexes = Array.from({ length: Math.min(IN_A_WRITE, count - from) }, (_, index) => from + index);
      expect(await deps.table.write(indexes.flatMap(operationsOf))).toMatchObject({ ok: true });
    }
  } finally {
    deps.close();
  }
}
