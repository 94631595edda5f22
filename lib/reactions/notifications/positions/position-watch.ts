import * as z from 'zod';
import { jobPartition } from '../../../fulfilment/jobs/index.ts';
import { defineEntity } from '../../../platform/table/index.ts';

const memory = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
);

const schema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  deliveryId: z.string(),
  /** The latest position that was checked. */
  at: z.string(),
  /** Where the courier has been standing, and since when. */
  standing: z.object({ lat: z.number(), lng: z.number(), since: z.string() }),
  /** What each trigger remembers, by trigger id. */
  memories: z.record(z.string(), memory),
});

/** What the triggers on positions remember about one delivery. All of them share this item, in the job's partition. */
export type PositionWatch = z.infer<typeof schema>;

export const positionWatchEntity = defineEntity<
  PositionWatch,
  Pick<PositionWatch, 'organizationId' | 'jobId' | 'deliveryId'>
>({
  name: 'positionWatch',
  schema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ deliveryId }) => ({ kind: 'state', parts: [deliveryId] }),
});
