import type { Attributes } from '../../support/memory-dynamodb/values.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

export const capacityHolds = defineInvariant({
  name: 'capacity-holds',
  number: 10,
  sentence:
    'At every instant a delivery window has no more orders than places, and counts those that it has.',
  watch({ world }, report) {
    const places = new Map<string, number>();
    const taken = new Map<string, Map<string, number>>();
    world.listen(({ before, after }) => {
      const kind = after?.type ?? before?.type;
      if (kind === 'deliveryWindow' && after) {
        const window = dataOf(after);
        if (typeof window?.maximumCapacity === 'number') {
          places.set(String(window.id), window.maximumCapacity);
        }
      }
      if (kind !== 'windowMember') return;
      const member = dataOf(after ?? before)!;
      const key = String(member.key);
      const of = taken.get(key) ?? new Map<string, number>();
      taken.set(key, of);
      if (after) of.set(String(member.orderId), Number(member.capacity));
      else of.delete(String(member.orderId));
      const limit = places.get(windowOf(key));
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, () => {
        const used = [...of.values()].reduce((sum, capacity) => sum + capacity, 0);
        if (limit !== undefined && used > limit) report(`${key} has ${used} of ${limit} places taken.`);
      });
    });
  },
  atEnd({ world }, report) {
    const sums = (kind: string, of: (data: Attributes) => unknown) => {
      const sum = new Map<string, number>();
      for (const { data } of world.items(kind))
        sum.set(String(data.key), (sum.get(String(data.key)) ?? 0) + Number(of(data)));
      return sum;
    };
    const used = sums('windowSlot', ({ used: count }) => count);
    const booked = sums('windowMember', ({ capacity }) => capacity);
    for (const { data: occurrence } of world.items('windowOccurrence')) {
      const key = String(occurrence.key);
      if (occurrence.state === 'closing') report(`${key} is closing for ever.`);
      if (occurrence.state !== 'open' || !places(world, key)) continue;
      const [counted = 0, real = 0] = [used.get(key), booked.get(key)];
      if (counted !== real) report(`${key} counts ${counted} places as taken, and ${real} are.`);
    }
    const members = new Set(world.items('windowMember').map(({ data }) => `${data.key} ${data.orderId}`));
    for (const { data: order } of world.items('order')) {
      const booking = order.windowBooking as { readonly key: string } | undefined;
      if (booking && !members.has(`${booking.key} ${order.id}`))
        report(`${order.id} is booked into ${booking.key}, which does not know of it.`);
    }
  },
});

function windowOf(key: string): string {
  return key.split('|')[0]!;
}

/** Whether the window of this occurrence has a limit. */
function places(
  world: { items(kind: string): readonly { readonly data: Attributes }[] },
  key: string,
): boolean {
  const window = world.items('deliveryWindow').find(({ data }) => data.id === windowOf(key));
  return typeof window?.data.maximumCapacity === 'number';
}
