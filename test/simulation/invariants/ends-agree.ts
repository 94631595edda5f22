import { isRouteOver } from '../../../lib/fleet/routes/index.ts';
import { isTerminal } from '../../../lib/fulfilment/jobs/index.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant, type Report } from './define-invariant.ts';

interface Route {
  readonly id: string;
  readonly jobId: string | null;
  readonly status: string;
}

export const endsAgree = defineInvariant({
  name: 'ends-agree',
  number: 3,
  sentence:
    'At the instant at which a dispatched route ends by its stops, every delivery of its orders has ended, and a failed one delivered nothing.',
  watch({ world }, report) {
    const ended = new Set<string>();
    world.listen(({ after }) => {
      if (after?.type !== 'route') return;
      const route = dataOf(after) as unknown as Route;
      if (!isRouteOver(route.status as never) || route.status === 'CANCELED' || ended.has(route.id)) return;
      ended.add(route.id);
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, () => look(world, route, report));
    });
  },
});

function look(world: World, { id, jobId, status }: Route, report: Report): void {
  const orderIds = world
    .items('routeOrders')
    .filter(({ data }) => data.routeId === id)
    .flatMap(({ data }) => (data.orders as readonly { readonly id: string }[]).map((order) => order.id));
  const tasks = world.items('task').map(({ data }) => data);
  const deliveries = new Map(world.items('delivery').map(({ data }) => [data.taskId, data]));
  for (const { data: configuration } of world.items('configuration')) {
    const { orderId, canceledAt, exhaustedAt } = configuration;
    if (configuration.jobId !== jobId || !orderIds.includes(String(orderId))) continue;
    const last = tasks
      .filter(({ configurationId }) => configurationId === configuration.id)
      .toSorted((a, b) => Number(a.attempt) - Number(b.attempt))
      .at(-1);
    const delivery = last && deliveries.get(last.id);
    const isOver = canceledAt || exhaustedAt || (delivery && isTerminal(delivery.status as never));
    if (!isOver)
      report(`${id} is ${status}, and the delivery of ${orderId} is ${delivery?.status ?? 'none'}.`);
    if (status === 'FAILED' && delivery?.status === 'dropoff_complete')
      report(`${id} is FAILED, and ${orderId} is delivered.`);
  }
}
