import { isJobOver, readJob } from '../../../lib/jobs/index.ts';
import { Table } from '../../../lib/table/index.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

export const jobsStayOver = defineInvariant({
  name: 'jobs-stay-over',
  number: 4,
  sentence: 'A job that reads as over never gets another attempt.',
  watch({ world }, report) {
    const table = new Table({
      client: world.db.client,
      tableName: 'sim',
      clock: { now: () => world.now(), pause: async () => undefined },
    });
    const over = new Map<string, number>();
    const asked = new Set<string>();
    world.listen(({ before, after }) => {
      const kind = after?.type;
      if (kind !== 'task' && kind !== 'configuration' && kind !== 'delivery') return;
      const value = dataOf(after);
      const [organizationId, jobId] = [String(value?.organizationId), String(value?.jobId)];
      const since = over.get(jobId);
      if (kind === 'task' && !before && since !== undefined && since < world.now()) {
        report(`${jobId} read as over and got ${value?.id}.`);
      }
      if (asked.has(jobId)) return;
      asked.add(jobId);
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, () => {
        asked.delete(jobId);
        void readJob(table, organizationId, jobId).then((job) => {
          if (job && isJobOver(job)) over.set(jobId, over.get(jobId) ?? world.now());
        });
      });
    });
  },
});
