import { party } from '../kit/format.ts';
import type { OrderRow, Stop } from '../kit/types.ts';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { loadOf, whoAndWhere, windowOf } from './order-line.ts';

/** Name of a stop: its orders, or its purpose. */
export function stopName(stop: Stop): string {
  const names = stop.orders.map(({ externalId, id }) => externalId ?? id);
  const type = stop.metadata?.reload === true ? 'RELOAD' : stop.stopType;
  const kind = planTexts.routes.stops[type as keyof typeof planTexts.routes.stops] ?? type;
  if (names.length === 0) return kind;
  const shown = names.slice(0, 2).join(', ') + (names.length > 2 ? ` +${names.length - 2}` : '');
  return stop.stopType === 'DROPOFF' ? shown : `${kind}: ${shown}`;
}

/** Name and address of a stop as far as its first order is known; its name otherwise. */
export function stopTitle(stop: Stop, orders: ReadonlyMap<string, OrderRow>): string {
  const [first] = stop.orders.flatMap(({ id }) => orders.get(id) ?? []);
  if (!first) return stopName(stop);
  if (stop.stopType === 'DROPOFF') return whoAndWhere(first.dropoff) || stopName(stop);
  const kind = planTexts.routes.stops[stop.stopType as keyof typeof planTexts.routes.stops] ?? stop.stopType;
  return `${kind}: ${whoAndWhere(first.pickup)}`;
}

/** Window, load and store of a stop; undefined as long as its orders are not known. */
export function stopFacts(stop: Stop, orders: ReadonlyMap<string, OrderRow>): string | undefined {
  const [first] = stop.orders.flatMap(({ id }) => orders.get(id) ?? []);
  if (!first) return undefined;
  const facts =
    stop.stopType === 'DROPOFF'
      ? [windowOf(first.dropoff), loadOf(first), planTexts.routes.from(party(first.pickup))]
      : [windowOf(first.pickup), m.shared.orderCount(stop.orders.length)];
  return facts.filter(Boolean).join(' · ');
}
