import {
  type DeliveryEventData,
  deliveryEvents,
  isLateStatus,
  readJob,
} from '../../fulfilment/jobs/index.ts';
import type { CredentialStore } from '../../fulfilment/providers/accounts/index.ts';
import { orderEntity, publicTrackingUrl } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { ConsumerFailure, type EventRecord, eventsWith } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, replace, type Stored } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { shopAdapters } from './adapters/index.ts';
import type { CallShop, Told } from './adapters/shop-calls.ts';
import { shopEntity } from './shop.ts';
import { type ShopNotice, shopNoticeEntity, shopNoticeId, shopNoticeTimer } from './shop-notice.ts';

/** What telling shops needs. */
export interface TellDeps extends CoreDeps {
  readonly store: CredentialStore;
  readonly call: CallShop;
}

/** How long an invocation may take to tell a shop. Milliseconds. */
const LEASE_MS = 90_000;

/** Milliseconds between the attempts: together about a day and a half. A shop that asks for a longer pause gets it. */
const PAUSES_MS: readonly number[] = [
  5_000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 72_000_000,
];

/** Statuses of deliveries of which shops hear. */
const KINDS = { dropoff_enroute: 'under_way', dropoff_complete: 'delivered' } as const;

/** Events of deliveries of which shops hear: only those of orders that came from a shop. */
export const SHOP_DELIVERY_EVENTS = Object.keys(KINDS).map((status) =>
  eventsWith(deliveryEvents[status as keyof typeof KINDS], { isFromShop: true }),
);

/** Tells a shop that an order of it is under way, or has arrived; or tells it again after a failed attempt. */
export async function tellShop(deps: TellDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  if (event.name === shopNoticeTimer.fired.name) {
    const { noticeId } = shopNoticeTimer.fired.parse(event).data.data;
    return attempt(deps, organizationId, noticeId);
  }
  // A status that is only reported late: the shop heard of a later one.
  if (isLateStatus(event)) return;
  const notice = await noticeOf(deps, organizationId, event);
  if (!notice) return;
  await deps.table.write([create(shopNoticeEntity, notice, deps.clock.now())]);
  await attempt(deps, organizationId, notice.id);
}

/** What the shop of the order is to hear; undefined when the order is from no shop any more. */
async function noticeOf(
  { table }: TellDeps,
  organizationId: string,
  event: EventRecord,
): Promise<ShopNotice | undefined> {
  const { jobId, configurationId, deliveryId, status } = event.data as DeliveryEventData;
  const job = await readJob(table, organizationId, jobId);
  const orderId = job?.configurations.find(({ value }) => value.id === configurationId)?.value.orderId;
  const order = orderId ? (await table.get(orderEntity, { organizationId, id: orderId }))?.value : undefined;
  const trackingUrl =
    order && publicTrackingUrl({ organizationId, kind: 'order', id: order.id }, order.trackingKey);
  if (!order?.shop || !trackingUrl) return undefined;
  const kind = KINDS[status as keyof typeof KINDS];
  const delivery = job?.deliveries.find(({ value }) => value.id === deliveryId)?.value;
  return {
    organizationId,
    id: shopNoticeId(order.id, kind),
    shopId: order.shop.id,
    shopOrderId: order.shop.orderId,
    orderId: order.id,
    kind,
    at: event.occurredAt,
    carrier: delivery?.providerName ?? 'the courier',
    trackingUrl,
    ...{ status: 'pending', attempts: 0, error: null, leaseUntil: null, toldAt: null },
  };
}

/** Tells the shop, unless another invocation does or did. */
async function attempt(deps: TellDeps, organizationId: string, id: string): Promise<void> {
  const stored = await deps.table.get(shopNoticeEntity, { organizationId, id });
  if (stored?.value.status !== 'pending') return;
  const { leaseUntil } = stored.value;
  const leaseMs = leaseUntil === null ? 0 : Date.parse(leaseUntil) - deps.clock.now();
  if (leaseMs > 0)
    throw new ConsumerFailure('busy', `Another invocation sends ${id}.`, { retryAfterMs: leaseMs });
  const claimed: ShopNotice = {
    ...stored.value,
    attempts: stored.value.attempts + 1,
    leaseUntil: toInstant(deps.clock.now() + LEASE_MS),
  };
  const { ok } = await deps.table.write([replace(shopNoticeEntity, stored, claimed)]);
  if (!ok) throw new ConsumerFailure('busy', `Another invocation sends ${id}.`, { retryAfterMs: LEASE_MS });
  const told = await send(deps, claimed);
  await record(deps, { value: claimed, version: stored.version + 1 }, told);
}

async function send({ table, store, call }: TellDeps, notice: ShopNotice): Promise<Told | 'unconnected'> {
  const { organizationId, shopId: id } = notice;
  const shop = (await table.get(shopEntity, { organizationId, id }))?.value;
  const tell = shop?.isEnabled ? shopAdapters[shop.adapter].tell : undefined;
  if (!shop || !tell) return 'unconnected';
  const credentials = shop.credentialsVersion > 0 ? ((await store.read(shop)) ?? {}) : {};
  try {
    return await tell(call, shop, credentials, notice);
  } catch (error) {
    // Without an answer, what was done is unknown: the next attempt looks first.
    return {
      error: `The shop did not answer: ${error instanceof Error ? error.message : 'unknown'}`,
      retryAfterMs: 0,
    };
  }
}

async function record(
  { table, clock, log }: TellDeps,
  claimed: Stored<ShopNotice>,
  told: Told | 'unconnected',
): Promise<void> {
  const at = clock.now();
  const { organizationId, id, attempts } = claimed.value;
  const end = (status: ShopNotice['status'], error: string | null): ShopNotice => ({
    ...claimed.value,
    ...{ status, error, leaseUntil: null },
    toldAt: status === 'told' ? toInstant(at) : null,
  });
  if (told === 'told' || told === 'unconnected') {
    const error = told === 'told' ? null : 'The shop has no address or keys with which it could be told.';
    await table.write([replace(shopNoticeEntity, claimed, end(told === 'told' ? 'told' : 'failed', error))]);
    return;
  }
  const pause = PAUSES_MS[attempts - 1];
  log.info('shops.notice.failed', 'A shop could not be told about an order.', {
    organizationId,
    id,
    attempts,
  });
  if (told.retryAfterMs === null || pause === undefined) {
    await table.write([replace(shopNoticeEntity, claimed, end('failed', told.error))]);
    return;
  }
  const timer = { organizationId, kind: shopNoticeTimer, subject: id };
  const { ok } = await table.write([
    replace(shopNoticeEntity, claimed, end('pending', told.error)),
    ...armTimer({
      ...timer,
      dueAt: toInstant(at + Math.max(pause, told.retryAfterMs)),
      data: { noticeId: id },
      occurredAt: toInstant(at),
      stored: await readTimer(table, timer),
    }),
  ]);
  if (!ok) throw new ConsumerFailure('after', `The notice ${id} was being changed; looking again.`);
}
