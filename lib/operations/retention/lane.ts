import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { RETIRED_KINDS } from './retired-part.ts';

const laneSchema = z.object({
  organizationId: z.string(),
  kind: z.enum(RETIRED_KINDS),
  /** Partition of the list of these records. */
  shard: z.int().min(0),
});

/** Records of one kind in one partition of an organization's list: they leave the table one after another. */
export type Lane = z.infer<typeof laneSchema>;

/** Tells a worker to work on a lane for a while. It is sent to its queue alone and never written. */
const laneDue = defineEvent<Lane>({
  name: 'retention.lane_due',
  schema: laneSchema,
  summary: 'Records of an organization are past their retention.',
});

function lanePartition({ organizationId, kind, shard }: Lane): Partition {
  return { organizationId, type: 'retention-lane', id: `${kind}.${shard}` };
}

/** The message that has a lane worked on. `cause` distinguishes its turns. */
export function turnOf(lane: Lane, cause: string, nowMs: number): EventRecord {
  return laneDue.event({ aggregate: lanePartition(lane), cause, occurredAt: toInstant(nowMs), data: lane });
}

/** The lane of a message. */
export function laneOf(event: EventRecord): Lane {
  return laneDue.parse(event).data;
}

const leaseSchema = laneSchema.extend({ leaseUntil: z.string() });

/** Who works on a lane has it for a while: two would only copy the same. */
export const laneLeaseEntity = defineEntity<z.infer<typeof leaseSchema>, Lane>({
  name: 'retentionLane',
  schema: leaseSchema,
  partition: lanePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ leaseUntil }) => Math.ceil(Date.parse(leaseUntil) / 1000),
});
