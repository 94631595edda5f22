import type { Operation } from '../../../platform/table/index.ts';
import { jobPartition } from '../../jobs/index.ts';
import { batchAdvanced } from '../events.ts';

/** The event after which a worker does what a batch still needs; `cause` distinguishes occurrences. */
export function advanceBatch(organizationId: string, jobId: string, cause: string, at: string): Operation {
  return batchAdvanced.record({
    aggregate: jobPartition(organizationId, jobId),
    cause,
    occurredAt: at,
    data: { jobId },
  });
}
