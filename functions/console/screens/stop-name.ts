import type { Stop } from '../kit/types.ts';
import { m } from '../messages.ts';

/** Name of a stop: its orders, or its purpose. */
export function stopName(stop: Stop): string {
  const names = stop.orders.map(({ externalId, id }) => externalId ?? id);
  const type = stop.metadata?.reload === true ? 'RELOAD' : stop.stopType;
  const kind = m.routes.stops[type as keyof typeof m.routes.stops] ?? type;
  if (names.length === 0) return kind;
  const shown = names.slice(0, 2).join(', ') + (names.length > 2 ? ` +${names.length - 2}` : '');
  return stop.stopType === 'DROPOFF' ? shown : `${kind}: ${shown}`;
}
