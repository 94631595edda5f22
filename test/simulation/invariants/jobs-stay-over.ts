import { isJobOver, type JobAggregate } from '../../../lib/fulfilment/jobs/index.ts';
import type { World } from '../world/world.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

export const jobsStayOver = defineInvariant({
  name: 'jobs-stay-over',
  number: 4,
  sentence: 'A job that reads as over never gets another attempt.',
  watch({ world }, report) {
    const over = new Map<string, number>();
    const asked = new Set<string>();
    world.listen(({ keys, before, after }) => {
      const kind = after?.type;
      if (kind !== 'task' && kind !== 'configuration' && kind !== 'delivery') return;
      const value = dataOf(after);
      const jobId = String(value?.jobId);
      const since = over.get(jobId);
      if (kind === 'task' && !before && since !== undefined && since < world.now()) {
        report(`${jobId} read as over and got ${value?.id}.`);
      }
      if (asked.has(jobId)) return;
      asked.add(jobId);
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, () => {
        asked.delete(jobId);
        const job = jobIn(world, String(keys.pk));
        if (job && isJobOver(job)) over.set(jobId, over.get(jobId) ?? world.now());
      });
    });
  },
});

/** The job of a partition as it is stored. */
function jobIn(world: World, partition: string): JobAggregate | undefined {
  const items = world.partition(partition);
  const all = (type: string) =>
    items.filter((item) => item.type === type).map(({ data, version }) => ({ value: data, version }));
  const [job] = all('job');
  return (
    job &&
    ({
      job,
      configurations: all('configuration'),
      tasks: all('task'),
      deliveries: all('delivery'),
    } as unknown as JobAggregate)
  );
}
