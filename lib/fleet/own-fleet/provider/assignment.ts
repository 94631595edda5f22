import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';
import { defineTimer } from '../../../platform/timers/index.ts';
import { positionDetails } from '../../fleet/index.ts';

/** Maximum number of couriers who are asked about one assignment before the own fleet gives it up. */
export const MAX_ASKED = 50;

/** Former couriers of an assignment that are remembered. */
export const MAX_FORMER = 20;

/** Phases of an assignment. */
export const ASSIGNMENT_PHASES = Object.freeze(['looking', 'offered', 'accepted', 'over'] as const);

const assignmentSchema = z.object({
  organizationId: z.string(),
  /** Id of the task, or of the batch whose packages go to one courier together. */
  id: z.string(),
  jobId: z.string(),
  /**
   * `looking`: no courier has it. `offered`: one is asked until `offeredUntil`. `accepted`: one carries it.
   * `over`: nothing is left to carry.
   */
  phase: z.enum(ASSIGNMENT_PHASES),
  courierId: z.string().nullable(),
  offeredUntil: z.string().nullable(),
  /** Who chose the courier: `strategy`, `route`, or the id of a key or user. */
  assignedBy: z.string().nullable(),
  /** Couriers that refused it or did not answer, in order. */
  refusedBy: z.array(z.string()).max(MAX_ASKED),
  /** Couriers who carried it before another one got it: what their phones have not sent yet is still proof. */
  carriedBefore: z.array(z.string()).default([]),
  /** Counts offers and acceptances, so that their events are distinct. */
  turn: z.int(),
  /** If there is no courier by this time, the fleet gives it up. */
  searchUntil: z.string(),
  /** Seconds that a courier has to answer an offer; null = couriers are not asked. */
  acceptanceSeconds: z.int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Packages that one courier of the own fleet carries together. At most one courier has them at any time. */
export type Assignment = z.infer<typeof assignmentSchema>;

export function assignmentPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'ownAssignment', id: of.id };
}

export const assignmentEntity = defineEntity<Assignment, Pick<Assignment, 'organizationId' | 'id'>>({
  name: 'ownAssignment',
  schema: assignmentSchema,
  partition: assignmentPartition,
  sort: () => ({ kind: 'state', parts: [] }),
});

const heldTaskSchema = z.object({
  organizationId: z.string(),
  /** Id of the task: the idempotency key of every call about it. */
  id: z.string(),
  /** Null when it was cancelled before it arrived. */
  assignmentId: z.string().nullable(),
  jobId: z.string().nullable(),
  state: z.enum(['held', 'canceled']),
});

/** A task that was handed to the own fleet, or that it must no longer accept. */
export type HeldTask = z.infer<typeof heldTaskSchema>;

export const heldTaskEntity = defineEntity<HeldTask, Pick<HeldTask, 'organizationId' | 'id'>>({
  name: 'ownTask',
  schema: heldTaskSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'ownTask', id }),
  sort: () => ({ kind: 'state', parts: [] }),
});

const dutySchema = z.object({
  organizationId: z.string(),
  /** Id of the courier. */
  id: z.string(),
  /** Assignments that are offered to the courier or carried by them. */
  assignmentIds: z.array(z.string()),
  /** Latest known position. */
  position: z
    .object({ lat: z.number(), lng: z.number(), at: z.string(), details: positionDetails.optional() })
    .nullable(),
});

/** Assignments and position of a courier. */
export type Duty = z.infer<typeof dutySchema>;

export const dutyEntity = defineEntity<Duty, Pick<Duty, 'organizationId' | 'id'>>({
  name: 'courierDuty',
  schema: dutySchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'courierDuty', id }),
  sort: () => ({ kind: 'state', parts: [] }),
});

const assignmentData = z.object({
  assignmentId: z.string(),
  jobId: z.string(),
  courierId: z.string().nullable(),
  /** End of an offer. */
  offeredUntil: z.string().optional(),
  /** The courier who carried it until now, if another one got it. */
  formerCourierId: z.string().optional(),
});

const assignmentEvent = (name: string, summary: string) =>
  defineEvent<z.infer<typeof assignmentData>>({ name, schema: assignmentData, summary });

export const assignmentEvents = Object.freeze({
  opened: assignmentEvent(
    'courier.wanted',
    'The own fleet accepted a delivery and is looking for a courier.',
  ),
  offered: assignmentEvent('courier.asked', 'A courier was offered a delivery.'),
  accepted: assignmentEvent('courier.assigned', 'A courier accepted a delivery.'),
  refused: assignmentEvent('courier.refused', 'A courier refused a delivery or did not answer in time.'),
  recalled: assignmentEvent('courier.recalled', 'A delivery was taken back from the own fleet.'),
});

/** Checks an assignment without a courier. Its subject is the assignment's id. */
export const assignmentTimer = defineTimer({
  kind: 'courier-assignment',
  data: z.object({ assignmentId: z.string() }),
  summary: "A courier's answer is overdue, or the search for a courier is due again.",
});
