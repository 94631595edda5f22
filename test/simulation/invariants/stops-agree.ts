import { isTerminal, wasPickedUp } from '../../../lib/fulfilment/jobs/index.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant, type Report } from './define-invariant.ts';

interface Stop {
  readonly id: string;
  readonly stopType: string;
  readonly status: string;
  readonly objectIds: readonly string[];
  readonly departTime: string | null;
}

export const stopsAgree = defineInvariant({
  name: 'stops-agree',
  number: 3,
  sentence:
    'At every instant, what a driver has completed at a stop is completed for each delivery of the own fleet there, but for those that are flagged.',
  watch({ world }, report) {
    const completed = new Set<string>();
    world.listen(({ after }) => {
      if (after?.type !== 'routeStops') return;
      const { routeId, stops } = dataOf(after)! as unknown as { routeId: string; stops: readonly Stop[] };
      for (const stop of stops) {
        if (stop.status !== 'COMPLETED' || completed.has(stop.id)) continue;
        completed.add(stop.id);
        // Members of one transaction are written one after the other.
        world.scheduler.after(0, () => look(world, routeId, stop, report));
      }
    });
  },
});

function look(world: World, routeId: string, stop: Stop, report: Report): void {
  const jobId = world.items('route').find(({ data }) => data.id === routeId)?.data.jobId;
  const configurations = world
    .items('configuration')
    .filter(({ data }) => data.jobId === jobId && stop.objectIds.includes(String(data.orderId)))
    .map(({ data }) => data.id);
  const flagged = new Set(world.items('deliveryFlag').map(({ data }) => data.targetId));
  for (const { data: delivery } of world.items('delivery')) {
    const { id, configurationId, providerIsInternal, status, createdAt } = delivery;
    const isMeant = providerIsInternal && configurations.includes(configurationId) && !flagged.has(id);
    // A package that the own fleet got later is not one that the driver had there.
    if (!isMeant || String(createdAt) > (stop.departTime ?? '')) continue;
    const isDone =
      isTerminal(status as never) || (stop.stopType === 'PICKUP' && wasPickedUp(delivery as never));
    if (!isDone) report(`${stop.stopType} ${stop.id} is completed, and ${id} there is ${status}.`);
  }
}
