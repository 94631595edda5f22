import { isRouteOver } from '../../../lib/fleet/routes/index.ts';
import { isTerminal } from '../../../lib/fulfilment/jobs/index.ts';
import { defineInvariant } from './define-invariant.ts';

export const routesFollow = defineInvariant({
  name: 'routes-follow',
  number: 3,
  sentence:
    'When all is quiet, a dispatched route shows each order as its last delivery is, and a route whose orders have all been delivered is over.',
  atEnd({ world }, report) {
    const deliveries = new Map(world.items('delivery').map(({ data }) => [data.taskId, data]));
    const tasks = world.items('task').map(({ data }) => data);
    const lastOf = new Map<unknown, Record<string, unknown>>();
    for (const { data: configuration } of world.items('configuration')) {
      const attempts = tasks
        .filter(({ configurationId }) => configurationId === configuration.id)
        .toSorted((a, b) => Number(a.attempt) - Number(b.attempt));
      const last = attempts
        .map(({ id }) => deliveries.get(id))
        .findLast((delivery) => delivery !== undefined);
      if (last) lastOf.set(`${configuration.jobId} ${configuration.orderId}`, last);
    }
    for (const { data: route } of world.items('route')) {
      if (!route.jobId || route.archivedAt !== null) continue;
      const orders = world
        .items('routeOrders')
        .filter(({ data }) => data.routeId === route.id)
        .flatMap(({ data }) => data.orders as readonly { id: string; deliveryStatus: string | null }[]);
      const ends = orders.map(({ id, deliveryStatus }) => {
        const delivery = lastOf.get(`${route.jobId} ${id}`);
        if (delivery && isTerminal(delivery.status as never) && deliveryStatus !== delivery.status)
          report(`${route.id} shows ${id} as ${deliveryStatus}, and its delivery is ${delivery.status}.`);
        return delivery?.status;
      });
      const areAllDelivered = ends.length > 0 && ends.every((end) => end === 'dropoff_complete');
      if (areAllDelivered && !isRouteOver(route.status as never))
        report(`${route.id} is ${route.status}, and all its orders are delivered.`);
    }
  },
});
