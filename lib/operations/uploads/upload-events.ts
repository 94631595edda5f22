import * as z from 'zod';
import { activityPartition } from '../../platform/activities/index.ts';
import { defineEvent } from '../../platform/events/index.ts';

/** Reports that the file of an import must be read and passed to bulk work in portions. */
export const uploadImportDue = defineEvent({
  name: 'activity.upload_due',
  schema: z.object({ activityId: z.string() }),
  summary: 'An uploaded file is due to be read.',
});

/** The write that calls for it. */
export function callForFile(
  of: { readonly organizationId: string; readonly id: string },
  occurredAt: string,
) {
  return uploadImportDue.record({
    aggregate: activityPartition(of),
    cause: 'file',
    occurredAt,
    data: { activityId: of.id },
  });
}
