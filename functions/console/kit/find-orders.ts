import { get } from './api.ts';
import { daysOf, instantsOf } from './dates.ts';
import type { OrderRow, Page } from './types.ts';

/** How far back and ahead lists are searched by their texts. Days. */
const REACH_DAYS = 31;

/** The dates that a search covers. */
export function reach(): { readonly startDate: string; readonly endDate: string } {
  const aside = (days: number) =>
    daysOf('today', new Date(Date.now() + days * 86_400_000).toISOString()).from;
  return instantsOf({ from: aside(-REACH_DAYS), to: aside(REACH_DAYS) });
}

/** The latest orders with a text; with none, all of them. An id is found however old its order is. */
export async function findOrders(text: string, most: number): Promise<readonly OrderRow[]> {
  const ids = text === '' || /[\s,]/.test(text) ? undefined : text;
  const [byId, byText] = await Promise.all([
    ids ? get<Page<OrderRow>>('/v1/orders', { ids, limit: 2 }) : undefined,
    get<Page<OrderRow>>('/v1/orders', { ...reach(), search: text, limit: most }),
  ]);
  const rows = new Map([...(byId?.results ?? []), ...byText.results].map((row) => [row.id, row]));
  return [...rows.values()].slice(0, most);
}
