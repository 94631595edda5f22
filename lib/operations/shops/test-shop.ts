import { notAskedGeocoder } from '../../engines/geocoding/index.ts';
import { type AssessmentDeps, assessOrder, type OrderFields } from '../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import type { RowFields } from '../bulk/index.ts';
import { wrongInMapping } from './adapters/mapping/read-mapped.ts';
import type { NewsProblem, ShopNews } from './adapters/shop-adapter.ts';
import { wantedFields } from './fold-news.ts';
import { readShop } from './manage-shops.ts';
import { asOrderFields, readNews, withDefaults } from './order-of-news.ts';
import { contentOf, readShopMessage } from './read-messages.ts';
import { invalidShop, shopMessageNotFound } from './refusals.ts';
import type { Shop } from './shop.ts';

/** What a test needs. Addresses are not looked up: that costs, and happens when a message comes. */
export type TestDeps = Omit<AssessmentDeps, 'geocoder' | 'ids' | 'log' | 'table'> &
  Pick<CoreDeps, 'table'> & { readonly bucket: Bucket };

/** What a message would do. */
export interface ShopTest {
  readonly kind: ShopNews['kind'];
  readonly shopOrderId: string | null;
  readonly version: number | null;
  /** Why there would be no order; null when there would be one. */
  readonly reason: string | null;
  /** The fields of the order; null when there would be none. */
  readonly order: RowFields | null;
  /** What is wrong with it, as far as no map is needed. */
  readonly problems: readonly NewsProblem[];
}

/** A message to test: one that came, or a sample. */
export interface ShopSample {
  readonly messageId?: string | undefined;
  readonly topic?: string | undefined;
  readonly sample?: unknown;
  /** Settings to try instead of the stored ones. */
  readonly mapping?: Shop['mapping'] | undefined;
}

/** The order that a message gives, without creating it. */
export async function testShop(
  deps: TestDeps,
  organizationId: string,
  shopId: string,
  of: ShopSample,
): Promise<ShopTest | Refusal> {
  const stored = await readShop(deps.table, organizationId, shopId);
  if (isRefusal(stored)) return stored;
  const wrong = of.mapping && wrongInMapping(of.mapping);
  if (wrong) return invalidShop(`${wrong.field}: ${wrong.message}`, { field: wrong.field });
  if (of.mapping && stored.value.adapter !== 'mapping') {
    return invalidShop('mapping is only for the adapter "mapping". Leave it out.', { field: 'mapping' });
  }
  const shop: Shop = { ...stored.value, mapping: of.mapping ?? stored.value.mapping };
  const message = await sampleOf(deps, organizationId, shopId, of);
  if (isRefusal(message)) return message;
  const preferences = await preferencesOf({ table: deps.table, organizationId, caller: deps.caller });
  const timeZone = shop.timeZone ?? preferences.timeZone;
  const news = readNews(shop, message, { shop, timeZone, nowMs: deps.clock.now() });
  const { kind, shopOrderId } = news;
  const nothing = { kind, shopOrderId, version: null, reason: null, order: null, problems: [] };
  if (news.kind === 'unreadable') return { ...nothing, problems: news.problems };
  if (news.kind === 'nothing') return { ...nothing, reason: news.reason };
  if (news.kind === 'end') return { ...nothing, version: news.version, reason: news.reason };
  if (news.kind === 'refund') return { ...nothing, version: news.version, reason: 'A refund.' };
  const { version } = news;
  const wanted = wantedFields(news, []);
  if (wanted === null) return { ...nothing, version, reason: 'No item is left to deliver.' };
  const given = await asOrderFields(
    { geocoder: notAskedGeocoder },
    withDefaults(shop, news.shopOrderId, wanted),
    undefined,
  );
  if ('wrong' in given)
    return { ...nothing, version, order: wanted, problems: [{ field: '', message: given.wrong }] };
  const fields = Object.fromEntries(
    Object.entries(given.fields).filter(([, value]) => value !== null && value !== undefined),
  ) as OrderFields;
  const { table, clock, stores, zones, products, strategies, windows } = deps;
  const assessed = await assessOrder(
    { ...{ table, clock, stores, zones, products, strategies, windows }, geocoder: notAskedGeocoder },
    fields,
    organizationId,
  );
  const problems = Object.entries(assessed.validationErrors).map(([field, text]) => ({
    field,
    message: text,
  }));
  return { kind, shopOrderId, version, reason: null, order: fields, problems };
}

async function sampleOf(
  deps: TestDeps,
  organizationId: string,
  shopId: string,
  { messageId, topic = '', sample }: ShopSample,
): Promise<{ readonly topic: string; readonly body: unknown } | Refusal> {
  if (messageId === undefined) return { topic, body: sample };
  const stored = await readShopMessage(deps, organizationId, shopId, messageId);
  if (isRefusal(stored)) return stored;
  const body = await contentOf(deps, stored.value);
  if (body !== undefined) return { topic: topic || stored.value.topic, body };
  return shopMessageNotFound(`The content of the message "${messageId}" is no longer kept.`, {
    id: messageId,
  });
}
