import * as z from 'zod';
import type { KeyOfKind, PayloadOf } from '../../../engines/workflows/index.ts';
import { defineEvent } from '../../../platform/events/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { type RunEntry, type RunRow, runPartition } from './run.ts';

/** A run started work that takes time. */
export const runWorkDue = defineEvent({
  name: 'workflow_run.work_due',
  schema: z.object({ runId: z.string(), nodeKey: z.string() }),
  summary: 'A workflow run started work that takes time.',
});

/** A run can continue: work has ended, or the run was resumed. */
export const runDue = defineEvent({
  name: 'workflow_run.due',
  schema: z.object({ runId: z.string(), nodeKey: z.string().nullable() }),
  summary: 'A workflow run can continue: the work that it waited for is done, or it was resumed.',
});

const messageData = z.object({
  runId: z.string(),
  /** Key of the effect: sending the same key twice has no second effect. */
  effectKey: z.string(),
  workflowId: z.string(),
  action: z.custom<KeyOfKind<'message'>>((value) => typeof value === 'string'),
  payload: z.custom<PayloadOf<KeyOfKind<'message'>>>((value) => typeof value === 'object'),
  orderId: z.string().nullable(),
  jobId: z.string().nullable(),
});

/** A run sends a message. */
export const runMessageDue = defineEvent<z.infer<typeof messageData>>({
  name: 'workflow_run.message_due',
  schema: messageData,
  summary: 'A workflow run handed over a message for sending.',
});

/** A run ended. */
export const runEnded = defineEvent({
  name: 'workflow_run.ended',
  schema: z.object({ runId: z.string(), workflowId: z.string(), status: z.string() }),
  summary: 'A workflow run completed, failed or was cancelled.',
});

/** The event of a run that has just ended. */
export function endedEvent(row: Pick<RunRow, keyof RunEntry | 'legs'>): Operation {
  const { organizationId, id: runId, workflowId, status, legs } = row;
  return runEnded.record({
    aggregate: runPartition(organizationId, runId),
    cause: `ended#${legs}`,
    occurredAt: row.completedAt ?? row.createdAt,
    data: { runId, workflowId, status },
  });
}
