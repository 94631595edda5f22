import * as z from 'zod';
import type { Operation } from '../table/index.ts';

/** The run of a workflow behind an event, as the event keeps it. */
export const eventCauseSchema = z.object({
  runId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  nodeKey: z.string(),
  /** How many runs led to the event. */
  chainDepth: z.int(),
});

/** The run of a workflow behind an event. */
export type EventCause = z.infer<typeof eventCauseSchema>;

/** Type of the items that events are. */
const EVENT_TYPE = 'event';

/** The same writes, with the cause added to every event. */
export function causedBy(operations: readonly Operation[], cause: EventCause): readonly Operation[] {
  return operations.map((operation) =>
    operation.kind === 'put' && operation.item.type === EVENT_TYPE
      ? { ...operation, item: { ...operation.item, data: { ...operation.item.data, cause } } }
      : operation,
  );
}
