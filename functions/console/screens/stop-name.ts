import type { Stop } from '../kit/types.ts';
import { m } from '../messages.ts';

/** Name of a stop: its orders, or its purpose. */
export function stopName(stop: Stop): string {
  const names = stop.orders.map(({ externalId, id }) => externalId ?? id);
  const kind = m.routes.stops[stop.stopType as keyof typeof m.routes.stops] ?? stop.stopType;
  if (names.length === 0) return kind;
  const shown = names.slice(0, 2).join(', ') + (names.length > 2 ? ` +${names.length - 2}` : '');
  return stop.stopType === 'DROPOFF' ? shown : `${kind}: ${shown}`;
}
