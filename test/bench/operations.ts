import { jobBodyExample } from '../../functions/api/jobs/job-schemas.ts';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import { createWebhookEndpoint } from '../../functions/api/webhooks/create-endpoint.ts';
import type { TestCloud } from '../support/running-cloud.ts';
import { storeWebhookMessages } from '../support/store-webhook-messages.ts';

/** Maximum number of DynamoDB calls of a function for an operation. */
export interface CallBound {
  readonly reads: number;
  readonly writes: number;
}

/** "Reading a job, an order, a route: 1 DynamoDB call." */
const READING: CallBound = { reads: 1, writes: 0 };

/**
 * The key and, for its preferences, the organization; both at once from the key's second request on. Once an hour also
 * when the key was used last.
 */
const AUTHORIZING: CallBound = { reads: 3, writes: 1 };

/** "A state change: 1 transaction, plus at most 1 read." */
const STATE_CHANGE: CallBound = { reads: 1, writes: 1 };

/** One more read where the caller names the order by its external id, which has to be resolved first. */
const byExternalId = ({ reads, writes }: CallBound): CallBound => ({ reads: reads + 1, writes });

/** A page of a list of four shards: one query each, and a second one where a shard holds more than its share. */
const LISTING: CallBound = { reads: 8, writes: 0 };

/** What operations are called with. */
export interface World {
  readonly local: TestCloud;
  readonly organizationId: string;
  readonly key: string;
  /** What earlier operations created, by name. */
  readonly made: Map<string, string>;
}

/** One operation, with the functions whose calls are counted and their bounds. */
export interface MeasuredOperation {
  readonly name: string;
  /** Bundle names; a bound of undefined is for information. */
  readonly functions: Readonly<Record<string, CallBound | undefined>>;
  /** Resolves once the request was answered. Throws when the answer is not a success. */
  run(world: World): Promise<void>;
}

interface Job {
  readonly id: string;
  readonly jobConfigurations: readonly { readonly delivery: { readonly id: string } | null }[];
}

/** Sends a request that must succeed. */
export async function send<Body>(
  { local, key }: World,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Body> {
  const { status, body } = await local.request<Body>(method, path, { key, ...options });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

const order = createOrder.bodyExample as Readonly<Record<string, unknown>>;
const { externalId: _, ...withoutExternalId } = order;
export const orderWithoutExternalId: Readonly<Record<string, unknown>> = withoutExternalId;

/** Name of the operation that dispatches ten packages together. */
export const BATCH_OF_TEN = 'dispatch a batch of 10 packages';

/** Every operation, in an order in which later ones find what earlier ones created. */
export const OPERATIONS: readonly MeasuredOperation[] = [
  {
    name: 'authorize a request',
    functions: { authorize: AUTHORIZING },
    async run(world) {
      await send(world, 'GET', '/v1/webhooks/endpoints');
    },
  },
  {
    name: 'create an order',
    functions: { 'api-orders': STATE_CHANGE },
    async run(world) {
      const { id } = await send<{ id: string }>(world, 'POST', '/v1/order', { body: orderWithoutExternalId });
      world.made.set('order', id);
    },
  },
  {
    name: 'create an order with external id',
    functions: { 'api-orders': STATE_CHANGE },
    async run(world) {
      await send(world, 'POST', '/v1/order', { body: order });
    },
  },
  {
    name: 'create an order with Idempotency-Key',
    functions: { 'api-orders': { reads: 1, writes: 3 } },
    async run(world) {
      const headers = { 'idempotency-key': 'calls' };
      await send(world, 'POST', '/v1/order', { body: orderWithoutExternalId, headers });
    },
  },
  {
    name: 'the same again: the kept reply',
    functions: { 'api-orders': { reads: 1, writes: 1 } },
    async run(world) {
      const headers = { 'idempotency-key': 'calls' };
      await send(world, 'POST', '/v1/order', { body: orderWithoutExternalId, headers });
    },
  },
  {
    name: 'read an order',
    functions: { 'api-orders': READING },
    async run(world) {
      await send(world, 'GET', `/v1/order/${world.made.get('order')}`);
    },
  },
  {
    name: 'change an order',
    functions: { 'api-orders': STATE_CHANGE },
    async run(world) {
      await send(world, 'PATCH', `/v1/order/${world.made.get('order')}`, {
        body: { description: 'Changed' },
      });
    },
  },
  {
    name: 'upsert an order: new',
    functions: { 'api-orders': STATE_CHANGE },
    async run(world) {
      await send(world, 'POST', '/v1/order/external-identifier/calls-1', { body: orderWithoutExternalId });
    },
  },
  {
    name: 'upsert an order: change',
    functions: { 'api-orders': byExternalId(STATE_CHANGE) },
    async run(world) {
      const body = { ...orderWithoutExternalId, description: 'Changed' };
      await send(world, 'POST', '/v1/order/external-identifier/calls-1', { body });
    },
  },
  {
    name: 'read an order by external id',
    functions: { 'api-orders': byExternalId(READING) },
    async run(world) {
      await send(world, 'GET', '/v1/order/calls-1');
    },
  },
  {
    name: 'archive an order',
    functions: { 'api-orders': STATE_CHANGE },
    async run(world) {
      await send(world, 'DELETE', `/v1/order/${world.made.get('order')}`);
    },
  },
  {
    name: 'list orders, first page',
    functions: { 'api-orders': undefined },
    async run(world) {
      await send(world, 'GET', '/v1/orders');
    },
  },
  {
    name: 'create a webhook endpoint',
    functions: { 'api-webhooks': STATE_CHANGE },
    async run(world) {
      await send(world, 'POST', '/v1/webhooks/endpoints', { body: createWebhookEndpoint.bodyExample });
    },
  },
  {
    // The content of each message is read separately.
    name: 'list 50 of 1,000 webhook messages',
    functions: { 'api-webhooks': { ...LISTING, reads: LISTING.reads + 50 } },
    async run(world) {
      const { cloud } = world.local;
      const place = {
        awsEndpoint: cloud.awsEndpoint,
        tableName: cloud.tableName(),
        now: cloud.clock.now(),
      };
      await storeWebhookMessages(place, world.organizationId, { count: 1_000 });
      await send(world, 'GET', '/v1/webhooks/messages');
    },
  },
  {
    name: 'the same without their content',
    functions: { 'api-webhooks': LISTING },
    async run(world) {
      await send(world, 'GET', '/v1/webhooks/messages?withContent=false');
    },
  },
  {
    name: 'get quotes of an order',
    functions: { 'api-dispatch': undefined },
    async run(world) {
      // Its pickup is later, so that the simulated courier waits however long the operations in between take.
      const at = (hours: number) => new Date(world.local.cloud.clock.now() + hours * 3_600_000).toISOString();
      const body = {
        ...orderWithoutExternalId,
        externalId: 'calls-quotes',
        deliveryMode: 'scheduled',
        pickupStartTime: at(10),
        pickupEndTime: at(11),
        dropoffStartTime: at(10),
        dropoffEndTime: at(12),
      };
      const { id } = await send<{ id: string }>(world, 'POST', '/v1/order/get_quotes', { body });
      world.made.set('quoted', id);
    },
  },
  {
    // The worker's part is what follows when a provider accepts the task at once.
    name: 'dispatch an order',
    functions: { 'api-dispatch': undefined, 'dispatch-orders': undefined, 'attempt-dispatch': undefined },
    async run(world) {
      const { job } = await send<{ job: Job }>(
        world,
        'POST',
        `/v1/order/${world.made.get('quoted')}/autodispatch`,
      );
      world.made.set('job', job.id);
      world.made.set('delivery', job.jobConfigurations[0]?.delivery?.id ?? '');
    },
  },
  {
    name: 'read a job',
    functions: { 'api-jobs': READING },
    async run(world) {
      await send(world, 'GET', `/v1/jobs/${world.made.get('job')}`);
    },
  },
  {
    // Created, quoted and handed over; a package may cost at most what a single order costs (test/bench/calls.ts).
    name: BATCH_OF_TEN,
    functions: { 'api-jobs': undefined, 'attempt-dispatch': undefined },
    async run(world) {
      const packages = Array.from({ length: 10 }, () => jobBodyExample);
      const { id: optionsGroupId } = await send<{ id: string }>(world, 'POST', '/v1/options_group', {
        body: { label: 'Batch', enableAutoDispatch: true, allowedProviders: ['FleetSimulatorFast'] },
      });
      await send(world, 'POST', '/v1/batch_job', { body: { packages, optionsGroupId } });
    },
  },
  {
    name: 'fleet update: a status',
    functions: { 'api-deliveries': STATE_CHANGE },
    async run(world) {
      const path = `/v1/fleet/deliveries/${world.made.get('delivery')}`;
      await send(world, 'PATCH', path, { body: { status: 'pickup_arrived' } });
    },
  },
  {
    name: 'fleet update: a position',
    functions: { 'api-deliveries': undefined },
    async run(world) {
      const path = `/v1/fleet/deliveries/${world.made.get('delivery')}`;
      await send(world, 'PATCH', path, { body: { coordinates: { latitude: 37.78, longitude: -122.41 } } });
    },
  },
  {
    // Two more reads: its order, and the timer of the handover, which changes in the same transaction.
    name: 'cancel a job',
    functions: { 'api-jobs': { reads: 3, writes: 1 } },
    async run(world) {
      await send(world, 'POST', `/v1/jobs/${world.made.get('job')}/cancel`);
    },
  },
  {
    // The first booking of a window also creates its occurrence and the timer of its cutoff.
    name: 'hold the first place in a delivery window',
    functions: { 'api-bookings': { reads: 7, writes: 2 } },
    async run(world) {
      await nameOrders(world, ['calls-booked', 'calls-booked-too']);
      const from = world.local.cloud.clock.now() + 48 * 3_600_000;
      const at = (ms: number) => new Date(from + ms).toISOString();
      const body = { startTime: at(0), endTime: at(3_600_000), maximumCapacity: 40 };
      const { id } = await send<{ id: string }>(world, 'POST', '/v1/delivery-window', { body });
      world.made.set('window', id);
      await book(world, 'calls-booked', 'book', { deliveryWindowId: id });
    },
  },
  {
    // Reads: the owner of the external id, the order, the window by its times and by its rules, the zones around the
    // order, and the places left in the window.
    name: 'hold a place in a delivery window',
    functions: { 'api-bookings': { reads: 6, writes: 1 } },
    async run(world) {
      const deliveryWindowId = world.made.get('window');
      await book(world, 'calls-booked-too', 'book', { deliveryWindowId });
    },
  },
  {
    name: 'confirm a place in a delivery window',
    functions: { 'api-bookings': { reads: 4, writes: 1 } },
    async run(world) {
      await book(world, 'calls-booked', 'confirm');
    },
  },
];

async function nameOrders(world: World, externalIds: readonly string[]): Promise<void> {
  for (const externalId of externalIds) {
    await send(world, 'POST', '/v1/order', { body: { ...orderWithoutExternalId, externalId } });
  }
}

async function book(world: World, externalId: string, step: string, body?: object): Promise<void> {
  const path = `/v1/order/external-identifier/${externalId}/delivery-window/${step}`;
  await send(world, 'POST', path, body ? { body } : {});
}
