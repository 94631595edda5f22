import { toInstant } from '../../platform/core/clock.ts';
import { cutText } from '../../platform/core/cut-text.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { ConsumerFailure, type EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import { replace } from '../../platform/table/index.ts';
import { applyNews } from './apply-news.ts';
import type { Handled } from './handled.ts';
import { readNews } from './order-of-news.ts';
import { contentOf } from './read-messages.ts';
import { type Shop, shopEntity } from './shop.ts';
import { type ShopMessage, shopMessageDue, shopMessageEntity } from './shop-message.ts';
import type { TakeDeps } from './take-deps.ts';
import { weightsOf } from './weights-of.ts';

/** Longest explanation in the log. Characters. */
const LONGEST_MESSAGE = 2_000;

/** Carries out a message of a shop, once: its entry in the log says what became of it. */
export async function takeShopMessage(deps: TakeDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { messageId: id, shopId } = shopMessageDue.parse(event).data;
  const [stored, shop] = await deps.table.getBoth(
    [shopMessageEntity, { organizationId, id }],
    [shopEntity, { organizationId, id: shopId }],
  );
  if (stored?.value.outcome !== 'received') return;
  const { shopOrderId, ...handled } = await carryOut(deps, stored.value, shop?.value);
  const done = {
    ...handled,
    message: handled.message && cutText(handled.message, LONGEST_MESSAGE),
    shopOrderId,
    handledAt: toInstant(deps.clock.now()),
  };
  // It may be counted as repeated meanwhile, or have been handled by a parallel run.
  const isWritten = await retryLostRace(deps.clock, async () => {
    const now = await deps.table.get(shopMessageEntity, { organizationId, id });
    if (now?.value.outcome !== 'received' || now.value.replays !== stored.value.replays) return true;
    const next: ShopMessage = { ...now.value, ...done };
    return (await deps.table.write([replace(shopMessageEntity, now, next)])).ok;
  });
  if (!isWritten) throw new ConsumerFailure('after', `The message ${id} was being changed; looking again.`);
}

async function carryOut(
  deps: TakeDeps,
  message: ShopMessage,
  shop: Shop | undefined,
): Promise<Handled & Partial<Pick<ShopMessage, 'weights'>> & { readonly shopOrderId: string | null }> {
  const nothing = { orderId: null, shopOrderId: null };
  if (!shop) return { ...nothing, outcome: 'ignored', message: 'The shop was disconnected.' };
  if (!shop.isEnabled) {
    const why = 'The shop is switched off. Switch it on and replay the message.';
    return { ...nothing, outcome: 'ignored', message: why };
  }
  const body = await contentOf(deps, message);
  if (body === undefined)
    return { ...nothing, outcome: 'refused', message: 'Its content is no longer kept.' };
  const { organizationId } = shop;
  const { value: organization } = await readOrganization(deps, organizationId);
  const timeZone = shop.timeZone ?? organization.preferences.timeZone;
  const context = { shop, timeZone, nowMs: Date.parse(message.receivedAt) };
  const { topic } = message;
  const unweighed = readNews(shop, { topic, body }, context);
  const weights =
    unweighed.kind === 'order' ? await weightsOf(deps, shop, unweighed, body, message.weights) : undefined;
  const news = weights ? readNews(shop, { topic, body, weights }, context) : unweighed;
  if (news.kind === 'nothing') {
    return { outcome: 'ignored', orderId: null, shopOrderId: news.shopOrderId, message: news.reason };
  }
  if (news.kind === 'unreadable') {
    const why = news.problems.map(({ field, message: what }) => `${field}: ${what}`).join(' ');
    return { outcome: 'refused', orderId: null, shopOrderId: news.shopOrderId, message: why };
  }
  const actor = { type: 'system' as const, id: shop.id, name: shop.name };
  const table = deps.table.actingFor({ actor, cause: `shop-message:${message.id}` });
  const caller = {
    ...{ organizationId, storeLocationIds: null, routeIds: null, keyId: shop.id },
    listShards: organization.listShards,
  };
  const handled = await applyNews({ ...deps, table }, { shop, message, caller, context }, news);
  return { ...handled, ...(weights ? { weights } : {}), shopOrderId: news.shopOrderId };
}
