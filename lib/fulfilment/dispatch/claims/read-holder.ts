import { batchIntakeEntity, type JobAggregate, readJob } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/**
 * The job that a claim names: `coming` while its batch is being written, undefined when there is none. The intake is
 * read first, as the job replaces it in one transaction: in the other order a batch that is created between the two
 * reads would be neither, and its claims would be taken by others. 2 calls, 1 while it is coming.
 */
export async function readHolder(
  { table }: Pick<DispatchDeps, 'table'>,
  of: { readonly organizationId: string; readonly jobId: string },
): Promise<JobAggregate | 'coming' | undefined> {
  const intake = await table.get(batchIntakeEntity, of);
  return intake ? 'coming' : readJob(table, of.organizationId, of.jobId);
}
