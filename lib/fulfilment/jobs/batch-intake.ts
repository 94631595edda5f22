import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { batchSchema } from './batch.ts';
import { jobPartition, jobSchema } from './job.ts';

const batchIntakeSchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `writing`: packages are being written. `undoing`: they are being removed; the batch will not be created. */
  state: z.enum(['writing', 'undoing']),
  /** Number of packages that the batch will have. */
  total: z.int(),
  /** The root and the batch to write when all packages are written. */
  root: jobSchema.omit({ summary: true }),
  /** Null for a job of one package, such as that of a route with one order. */
  batch: batchSchema.nullable(),
});

/**
 * A batch that is being written, package by package. While it exists the job has no root, so that nobody sees
 * it; the root is written in the transaction that removes it.
 */
export type BatchIntake = z.infer<typeof batchIntakeSchema>;

export const batchIntakeEntity = defineEntity<BatchIntake, Pick<BatchIntake, 'organizationId' | 'jobId'>>({
  name: 'batchIntake',
  schema: batchIntakeSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: () => ({ kind: 'state', parts: [] }),
});
