import * as z from 'zod';
import { activityPartition } from '../../platform/activities/index.ts';
import { defineEvent } from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';

const bulkWorkDueData = z.object({
  activityId: z.string(),
  /** Index of the first row of this leg. */
  from: z.int().min(0),
});

/** Reports that the next rows of a bulk activity are due: each leg writes the event of the next one. */
export const bulkWorkDue = defineEvent<z.infer<typeof bulkWorkDueData>>({
  name: 'activity.bulk_work_due',
  schema: bulkWorkDueData,
  summary: 'The next rows of a bulk activity are due.',
});

/** The write that continues with the rows from this one on. */
export function callForRows(
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  from: number,
  occurredAt: string,
): Operation {
  return bulkWorkDue.record({
    aggregate: activityPartition({ organizationId, id }),
    cause: `from ${from}`,
    occurredAt,
    data: { activityId: id, from },
  });
}
