import {
  type DeliveryStatus,
  isTaskOver,
  isTerminal,
  type TaskStatus,
} from '../../../lib/fulfilment/jobs/index.ts';
import { dataOf, defineInvariant } from './define-invariant.ts';

export const historiesGoOn = defineInvariant({
  name: 'histories-go-on',
  number: 6,
  sentence: 'Terminal states never change, and histories never go back.',
  watch({ world }, report) {
    const jobs = new Set<unknown>();
    world.listen(({ before, after }) => {
      if (after?.type === 'job') jobs.add(dataOf(after)?.id);
      const [old, now] = [dataOf(before), dataOf(after)];
      if (!old || before?.type !== (after ?? before)?.type) return;
      if (before?.type === 'delivery') {
        // A batch that never became a job is undone.
        if (!now) return jobs.has(old.jobId) ? report(`${old.id} is gone.`) : undefined;
        const [was, is] = [old.statusHistory, now.statusHistory] as unknown as readonly {
          status: string;
          created_at: string;
        }[][];
        const kept = was!.every(({ status }, index) => is![index]?.status === status);
        if (!kept)
          report(
            `${old.id} was ${was!.map(({ status }) => status)} and is ${is!.map(({ status }) => status)}.`,
          );
        if (isTerminal(old.status as DeliveryStatus) && old.status !== now.status)
          report(`${old.id} ended ${old.status} and is ${now.status}.`);
      }
      if (
        before?.type === 'task' &&
        now &&
        isTaskOver(old.status as TaskStatus) &&
        old.status !== now.status
      ) {
        report(`${old.id} ended ${old.status} and is ${now.status}.`);
      }
    });
  },
});
