import { createOrder, hasValues, type Order, orderEntity, updateOrder } from '../../ordering/orders/index.ts';
import { keptGeocoder } from '../../places/addresses/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { repeatableId } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import { create, replace, type Stored } from '../../platform/table/index.ts';
import type { RowFields } from '../bulk/index.ts';
import { shopAdapters } from './adapters/index.ts';
import type { OrderNews } from './adapters/shop-adapter.ts';
import { changeDispatched } from './change-dispatched.ts';
import { differences } from './differences.ts';
import { endOrder } from './end-order.ts';
import { foldNews, type NewsOfOrder, wantedFields } from './fold-news.ts';
import { type Handled, written } from './handled.ts';
import { asOrderFields, readNews, withDefaults } from './order-of-news.ts';
import { contentOf } from './read-messages.ts';
import { shopMessageEntity } from './shop-message.ts';
import { type ShopOrder, shopOrderEntity } from './shop-order.ts';
import type { Handling, TakeDeps } from './take-deps.ts';

/**
 * Carries out what a message says about an order. One order of the shop gives one order here, whatever arrives twice, late
 * or in parallel: its id is fixed first, and what is known of the shop's order is written with each change of the order.
 */
export async function applyNews(deps: TakeDeps, handling: Handling, news: NewsOfOrder): Promise<Handled> {
  const handled = await retryLostRace(deps.clock, async () => {
    const known = await knownOrder(deps, handling, news.shopOrderId);
    return known && tryToApply(deps, handling, news, known);
  });
  if (handled) return handled;
  throw new ConsumerFailure('busy', `Messages about the order ${news.shopOrderId} of a shop arrive at once.`);
}

/** What is known of the order. The first message about it fixes the id of its order here. */
async function knownOrder(
  { table, clock }: TakeDeps,
  { shop, message }: Handling,
  shopOrderId: string,
): Promise<Stored<ShopOrder> | undefined> {
  const { organizationId, id: shopId } = shop;
  const stored = await table.get(shopOrderEntity, { organizationId, shopId, shopOrderId });
  if (stored) return stored;
  const first: ShopOrder = {
    ...{ organizationId, shopId, shopOrderId },
    orderId: repeatableId('ord', Date.parse(message.receivedAt), organizationId, shopId, shopOrderId),
    isCreated: false,
    ...{ version: null, contentFrom: null, refunds: [], ended: null, lease: null },
    updatedAt: toInstant(clock.now()),
  };
  const { ok } = await table.write([create(shopOrderEntity, first, clock.now())]);
  return ok ? { value: first, version: 1 } : undefined;
}

async function tryToApply(
  deps: TakeDeps,
  handling: Handling,
  news: NewsOfOrder,
  known: Stored<ShopOrder>,
): Promise<Handled | undefined> {
  const { organizationId, orderId, lease } = known.value;
  if (lease && lease.messageId !== handling.message.id && deps.clock.now() < Date.parse(lease.until)) {
    throw new ConsumerFailure('busy', `Another message changes the job of the order ${orderId}.`);
  }
  const about = { orderId: known.value.isCreated ? orderId : null };
  const folded = foldNews(known.value, news, handling.message);
  if ('outcome' in folded) return { ...folded, ...about };
  const next: ShopOrder = { ...folded.next, updatedAt: toInstant(deps.clock.now()) };
  const stored = await deps.table.get(orderEntity, { organizationId, id: orderId });
  if (news.kind === 'end') {
    return endOrder(deps, handling, { known, next, order: stored, reason: news.reason });
  }
  if (next.ended && news.kind === 'order') return refused(orderId, AGAIN);
  const content = await contentAfter(deps, handling, news, next);
  if (content === 'later') {
    return (await written(deps, known, next)) && { outcome: 'unchanged', orderId: null, message: LATER };
  }
  if (content === 'gone')
    return refused(about.orderId, 'The message with the content of the order is no longer kept.');
  const wanted = wantedFields(content, next.refunds);
  if (wanted === null) {
    return endOrder(deps, handling, { known, next, order: stored, reason: 'Every item was refunded.' });
  }
  if (!known.value.isCreated) return created(deps, handling, known, next, wanted);
  if (!stored) return refused(orderId, 'The order has left the table, so it can no longer be changed.');
  const isReplay = handling.message.replays > 0;
  const before = isReplay ? undefined : await fieldsBefore(deps, handling, known.value);
  const change = before ? differences(before, wanted) : wanted;
  return changed(deps, handling, { known, next, order: stored.value, version: stored.version, change });
}

const AGAIN =
  'The shop wants an order again that it had ended. Archive the order here and take it out of the archive to deliver it after all.';

const LATER = 'The refund is taken into account when the order arrives.';

/** The content that the order should have after this message. */
async function contentAfter(
  deps: TakeDeps,
  handling: Handling,
  news: Exclude<NewsOfOrder, { readonly kind: 'end' }>,
  next: ShopOrder,
): Promise<OrderNews | 'later' | 'gone'> {
  if (news.kind === 'order') return news;
  if (next.contentFrom === null || next.ended) return 'later';
  return (await contentFrom(deps, handling, next.contentFrom)) ?? 'gone';
}

/** The fields that the order should have had before this message; undefined when that is not known any more. */
async function fieldsBefore(
  deps: TakeDeps,
  handling: Handling,
  { contentFrom: id, refunds }: ShopOrder,
): Promise<RowFields | undefined> {
  const content = id === null ? undefined : await contentFrom(deps, handling, id);
  return content && (wantedFields(content, refunds) ?? undefined);
}

/** The order as a stored message describes it. */
async function contentFrom(
  deps: TakeDeps,
  { shop, context }: Pick<Handling, 'shop' | 'context'>,
  id: string,
): Promise<OrderNews | undefined> {
  const { organizationId } = shop;
  const stored = await deps.table.get(shopMessageEntity, { organizationId, id });
  const body = stored && (await contentOf(deps, stored.value));
  if (!stored || body === undefined) return undefined;
  const news = readNews(
    shop,
    { topic: stored.value.topic, body, weights: stored.value.weights ?? undefined },
    context,
  );
  return news.kind === 'order' ? news : undefined;
}

async function created(
  deps: TakeDeps,
  handling: Handling,
  known: Stored<ShopOrder>,
  next: ShopOrder,
  wanted: RowFields,
): Promise<Handled | undefined> {
  const { shop, caller } = handling;
  const { orderId, shopOrderId } = next;
  const given = await asOrderFields(mapOf(deps, caller), withDefaults(shop, shopOrderId, wanted), undefined);
  if ('wrong' in given) return refused(null, given.wrong);
  const made = { ...next, isCreated: true };
  const beside = [replace(shopOrderEntity, known, made)];
  const done = await createOrder({ ...deps, beside }, caller, {
    fields: given.fields,
    id: orderId,
    creationSource: shopAdapters[shop.adapter].creationSource,
    shop: { id: shop.id, orderId: shopOrderId },
  });
  if (isRefusal(done)) return refusedOrBusy(done, null);
  // Another message created it at the same moment: what this one says is compared with that.
  if (!(await isWritten(deps, known, made))) return undefined;
  return { outcome: 'created', orderId, message: errorsOf(done.stored.value) };
}

/** What a message changes of an order that exists. */
interface Change {
  readonly known: Stored<ShopOrder>;
  readonly next: ShopOrder;
  readonly order: Order;
  readonly version: number;
  readonly change: RowFields;
}

async function changed(
  deps: TakeDeps,
  handling: Handling,
  { known, next, order, version, change }: Change,
): Promise<Handled | undefined> {
  const { message } = handling;
  // A repetition after a crash finds what it wrote itself.
  const isOwn = known.value.contentFrom === message.id && message.replays === 0;
  const earlier = version === 1 ? 'created' : 'changed';
  const nothing = { outcome: isOwn ? earlier : 'unchanged', orderId: order.id, message: null } as const;
  if (Object.keys(change).length === 0) return (await written(deps, known, next)) && nothing;
  if (order.status === 'dispatched') return changeDispatched(deps, handling, { known, next, order, change });
  const given = await asOrderFields(mapOf(deps, handling.caller), change, order);
  if ('wrong' in given) return refused(order.id, given.wrong);
  if (hasValues(order, given.fields)) return (await written(deps, known, next)) && nothing;
  const beside = [replace(shopOrderEntity, known, next)];
  const done = await updateOrder({ ...deps, beside }, handling.caller, order.id, { fields: given.fields });
  if (isRefusal(done)) {
    // What was dispatched or cancelled meanwhile is looked at again: it may take the change otherwise, or not at all.
    return (await isAsRead(deps, known, { order, version })) ? refusedOrBusy(done, order.id) : undefined;
  }
  if (await isWritten(deps, known, next)) {
    return { outcome: 'changed', orderId: order.id, message: errorsOf(done.stored.value) };
  }
  // The order had all of it, so nothing was written.
  return (await written(deps, known, next)) && nothing;
}

/** Whether nobody changed the order, or what is known of it. */
async function isAsRead(
  { table }: Pick<TakeDeps, 'table'>,
  known: Stored<ShopOrder>,
  { order, version }: Pick<Change, 'order' | 'version'>,
): Promise<boolean> {
  const [shopOrder, stored] = await table.getBoth(
    [shopOrderEntity, known.value],
    [orderEntity, { organizationId: order.organizationId, id: order.id }],
  );
  return shopOrder?.version === known.version && stored?.version === version;
}

/** Whether what is known is what this message wrote beside the order. */
async function isWritten(
  { table }: Pick<TakeDeps, 'table'>,
  known: Stored<ShopOrder>,
  { contentFrom: id, refunds }: ShopOrder,
): Promise<boolean> {
  const now = await table.get(shopOrderEntity, known.value);
  return (
    now !== undefined &&
    now.version === known.version + 1 &&
    now.value.contentFrom === id &&
    now.value.refunds.length === refunds.length
  );
}

/** An order that needs a person says so in the log of the shop as well. */
function errorsOf({ validationErrors }: Order): string | null {
  const errors = Object.values(validationErrors);
  return errors.length === 0 ? null : errors.join(' ');
}

function refused(orderId: string | null, message: string): Handled {
  return { outcome: 'refused', orderId, message };
}

/** A lost race is tried again; anything else needs a person. */
export function refusedOrBusy(refusal: Refusal, orderId: string | null): Handled | undefined {
  return isLostRace(refusal) ? undefined : refused(orderId, refusal.message);
}

/** The map, with what it has found for the organization before. */
function mapOf(deps: TakeDeps, { organizationId }: Handling['caller']) {
  return { geocoder: keptGeocoder(deps, deps.geocoder, organizationId) };
}
