import type { Happening } from '../types/define-notification-trigger.ts';

/**
 * The metadata that belongs to an event: of the order, then of its package, then of the job; for equal keys the later
 * one wins.
 */
export function deliveryMetadata({
  job,
  task,
  order,
}: Pick<Happening, 'job' | 'task' | 'order'>): Readonly<Record<string, unknown>> {
  const item = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value.package;
  return { ...order?.orderMetadata, ...item?.packageMetadata, ...job?.job.value.jobMetadata };
}
