import { dataOf, defineInvariant } from './define-invariant.ts';

export const capacityHolds = defineInvariant({
  name: 'capacity-holds',
  number: 10,
  sentence:
    'At every instant a delivery window has no more orders than places, and counts those that it has.',
  watch({ world }, report) {
    const places = new Map<string, number>();
    const taken = new Map<string, Map<string, number>>();
    const counted = new Map<string, Map<string, number>>();
    const states = new Map<string, string>();
    world.listen(({ before, after }) => {
      const kind = after?.type ?? before?.type;
      if (kind === 'deliveryWindow' && after) {
        const window = dataOf(after);
        if (typeof window?.maximumCapacity === 'number') {
          places.set(String(window.id), window.maximumCapacity);
        }
      }
      if (kind === 'windowOccurrence' && after) {
        const { key, state } = dataOf(after)!;
        states.set(String(key), String(state));
      }
      if (kind !== 'windowMember' && kind !== 'windowSlot') return;
      const part = dataOf(after ?? before)!;
      const key = String(part.key);
      const of = kind === 'windowMember' ? partsOf(taken, key) : partsOf(counted, key);
      const [name, size] = kind === 'windowMember' ? [part.orderId, part.capacity] : [part.slot, part.used];
      if (after) of.set(String(name), Number(size));
      else of.delete(String(name));
      const limit = places.get(windowOf(key));
      if (limit === undefined) return;
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, () => {
        const used = sumOf(partsOf(taken, key));
        if (used > limit) report(`${key} has ${used} of ${limit} places taken.`);
        const count = sumOf(partsOf(counted, key));
        if (states.get(key) === 'open' && count !== used)
          report(`${key} counts ${count} places as taken, and ${used} are.`);
      });
    });
  },
  atEnd({ world }, report) {
    for (const { data: occurrence } of world.items('windowOccurrence'))
      if (occurrence.state === 'closing') report(`${occurrence.key} is closing for ever.`);
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

/** The parts of an occurrence: its orders, or its shares of the capacity. */
function partsOf(all: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const parts = all.get(key) ?? new Map<string, number>();
  all.set(key, parts);
  return parts;
}

function sumOf(parts: ReadonlyMap<string, number>): number {
  return [...parts.values()].reduce((sum, each) => sum + each, 0);
}
