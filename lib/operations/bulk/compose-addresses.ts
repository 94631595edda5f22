import type { Geocoder } from '../../engines/geocoding/index.ts';
import { type Order, SIDES } from '../../ordering/orders/index.ts';
import { changeSide } from './change-address.ts';
import { completeAtPoint, composeSide, type RowFields } from './compose-address.ts';

/** Fields of an order with the address of each side in one form; `named` is the order that they change. */
export async function composeAddresses(
  { geocoder }: { readonly geocoder: Geocoder },
  named: Order | undefined,
  data: RowFields,
): Promise<{ readonly fields: RowFields } | { readonly wrong: string }> {
  let fields = data;
  for (const side of SIDES) {
    const composed = named ? changeSide(named, data, side) : composeSide(data, side);
    fields = { ...fields, ...composed.fields };
    if (!composed.point) continue;
    const line = String(composed.fields[`${side}Address`]);
    const completed = await completeAtPoint(geocoder, side, line, composed.point);
    if ('wrong' in completed) return completed;
    fields = { ...fields, ...completed.fields };
  }
  return { fields };
}
