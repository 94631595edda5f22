import { defineInvariant } from './define-invariant.ts';

export const oneRoute = defineInvariant({
  name: 'one-route',
  number: 15,
  sentence: 'No two routes show the same order, and the route that shows one is the one that it names.',
  atEnd({ world }, report) {
    // A canceled route keeps its former orders as a record; the orders are free again.
    const live = new Set(
      world
        .items('route')
        .filter(({ data }) => data.archivedAt === null && data.status !== 'CANCELED')
        .map(({ data }) => data.id),
    );
    const orders = new Map(world.items('order').map(({ data }) => [data.id, data]));
    const shownBy = new Map<string, unknown>();
    for (const { data } of world.items('routeOrders')) {
      if (!live.has(data.routeId)) continue;
      for (const { id } of data.orders as readonly { readonly id: string }[]) {
        const other = shownBy.get(id);
        if (other) report(`${id} is shown by ${other} and by ${data.routeId}.`);
        shownBy.set(id, data.routeId);
        const order = orders.get(id);
        if (order && order.routeId !== data.routeId)
          report(`${data.routeId} shows ${id}, which names ${order.routeId}.`);
      }
    }
  },
});
