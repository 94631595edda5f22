import { party, window as span } from '../kit/format.ts';
import type { OrderRow, Side } from '../kit/types.ts';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';

/** Name and address of one end of an order; its city only where no address is known. */
export function whoAndWhere(side: Side): string {
  const name = party(side);
  const place = side.address ?? side.city;
  return [name === m.none || name === place ? undefined : name, place].filter(Boolean).join(' · ');
}

/** `09:00–11:00`, or nothing without a window. */
export function windowOf({ startTime, endTime }: Side): string | undefined {
  return startTime || endTime ? span(startTime, endTime) : undefined;
}

/** `3 items · 4.5 kg`, as far as it is known. */
export function loadOf({ itemsCount, weight }: Pick<OrderRow, 'itemsCount' | 'weight'>): string | undefined {
  const parts = [
    itemsCount ? planTexts.routes.items(itemsCount) : undefined,
    weight ? `${weight} kg` : undefined,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
