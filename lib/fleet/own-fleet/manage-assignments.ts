import { findJob, type JobActor } from '../../fulfilment/dispatch/index.ts';
import { deliveryOf, isTaskOver, wasPickedUp } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Stored, save, type Table } from '../../platform/table/index.ts';
import type { PositionDetails } from '../fleet/index.ts';
import { type FleetCaller, findDrivers } from '../fleet/index.ts';
import { advanceAssignment, reportToDeliveriesOf } from './assign-couriers.ts';
import { acceptedBy, assignTo, takeFrom } from './hand-assignment.ts';
import {
  type Assignment,
  assignmentEntity,
  type Duty,
  dutyEntity,
  heldTaskEntity,
  OWN_FLEET,
} from './provider/index.ts';
import { assignmentNotFound, assignmentRefused, tooManyAssignments } from './refusals.ts';

type ManageDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/** On whose behalf assignments are read or changed. */
export type AssignmentActor = JobActor & FleetCaller;

/** Maximum number of assignments of a courier at a time. */
export const MAX_OF_COURIER = 40;

/**
 * Assigns a task of the own fleet, or the whole batch that it belongs to, to a courier, even if another one had it.
 * The courier is not asked. Refused once the package was picked up.
 */
export async function assignCourier(
  deps: ManageDeps,
  actor: AssignmentActor,
  of: { readonly jobId: string; readonly taskId: string; readonly courierId: string; readonly by: string },
): Promise<Assignment | Refusal> {
  const job = await findJob(deps.table, actor, of.jobId);
  if (isRefusal(job)) return job;
  const task = job.tasks.find(({ value }) => value.id === of.taskId)?.value;
  const details = { jobId: job.job.value.id, taskId: of.taskId };
  if (!task) return assignmentNotFound(`Job "${of.jobId}" has no task "${of.taskId}".`, details);
  if (task.providerId !== OWN_FLEET.id) {
    return assignmentRefused(
      `Task ${task.id} is with ${task.providerName ?? 'no provider'}, not with the own fleet. Select a quote of the own fleet first.`,
      { ...details, providerId: task.providerId },
    );
  }
  if (isTaskOver(task.status) || wasPickedUp(deliveryOf(job, task))) {
    const why = isTaskOver(task.status) ? `is ${task.status}` : "is in a courier's hands";
    return assignmentRefused(`Task ${task.id} ${why}, so its courier can no longer change.`, details);
  }
  const [driver] = await findDrivers(deps.table, actor, [of.courierId]);
  if (!driver?.value.enabled) {
    return assignmentNotFound(`There is no enabled courier "${of.courierId}". GET /v1/couriers lists them.`, {
      courierId: of.courierId,
    });
  }
  return change(deps, actor.organizationId, of.taskId, async (stored) => {
    const { phase, courierId } = stored.value;
    if (phase === 'over') return assignmentRefused(`Task ${of.taskId} has ended.`, details);
    if (phase === 'accepted' && courierId === driver.value.id) return undefined;
    const duty = await deps.table.get(dutyEntity, {
      organizationId: actor.organizationId,
      id: driver.value.id,
    });
    if ((duty?.value.assignmentIds.length ?? 0) >= MAX_OF_COURIER) {
      return tooManyAssignments(
        `Courier ${driver.value.id} has ${MAX_OF_COURIER} assignments, which is the maximum. Choose another one.`,
        { courierId: driver.value.id, limit: MAX_OF_COURIER },
      );
    }
    return assignTo(deps, stored, driver.value, { by: of.by });
  });
}

/** The answer of the courier who got the offer. An answer that is too late, or from another courier, is refused. */
export async function answerOffer(
  deps: ManageDeps,
  actor: AssignmentActor,
  answer: { readonly taskId: string; readonly courierId: string; readonly accepts: boolean },
): Promise<Assignment | Refusal> {
  const [driver] = await findDrivers(deps.table, actor, [answer.courierId]);
  const courierId = driver?.value.id;
  return change(deps, actor.organizationId, answer.taskId, async (stored) => {
    const assignment = stored.value;
    const job =
      actor.storeLocationIds === null ? undefined : await findJob(deps.table, actor, assignment.jobId);
    if (job && isRefusal(job)) {
      return assignmentNotFound(`The own fleet does not have task "${answer.taskId}".`, {
        taskId: answer.taskId,
      });
    }
    const details = { taskId: answer.taskId, phase: assignment.phase };
    // To anyone but the courier who got the offer, it does not exist.
    if (courierId === undefined || (assignment.courierId !== courierId && !wasAsked(assignment, courierId))) {
      return assignmentNotFound(`Task "${answer.taskId}" is not offered to courier "${answer.courierId}".`, {
        taskId: answer.taskId,
        courierId: answer.courierId,
      });
    }
    if (assignment.courierId === courierId && assignment.phase === 'accepted' && answer.accepts) {
      return undefined;
    }
    if (!answer.accepts && assignment.refusedBy.includes(courierId)) return undefined;
    const now = toInstant(deps.clock.now());
    const isOpen = assignment.phase === 'offered' && (assignment.offeredUntil ?? '') > now;
    if (!isOpen || assignment.courierId !== courierId) {
      const why =
        assignment.courierId === courierId && assignment.phase === 'accepted'
          ? `Courier "${answer.courierId}" has task "${answer.taskId}" already and cannot refuse it any more. Assign it to another courier.`
          : `The offer of task "${answer.taskId}" to courier "${answer.courierId}" has expired.`;
      return assignmentRefused(why, details);
    }
    return answer.accepts
      ? acceptedBy(deps, stored)
      : takeFrom(deps, stored, { phase: 'looking', refuses: true });
  });
}

function wasAsked({ refusedBy }: Assignment, courierId: string): boolean {
  return refusedBy.includes(courierId);
}

/** Offers and tasks of a courier. 2 calls, and 1 to find the courier. */
export async function assignmentsOf(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: AssignmentActor,
  courierId: string,
): Promise<readonly Assignment[] | Refusal> {
  const { organizationId } = actor;
  const [driver] = await findDrivers(table, actor, [courierId]);
  if (!driver) return unknownCourier(courierId);
  const duty = await table.get(dutyEntity, { organizationId, id: driver.value.id });
  const ids = duty?.value.assignmentIds ?? [];
  const found = await table.getMany(
    assignmentEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  const now = toInstant(clock.now());
  return found.flatMap((stored) => {
    const isOpen = stored?.value.phase !== 'offered' || (stored.value.offeredUntil ?? '') > now;
    return stored && isOpen && stored.value.courierId === driver.value.id ? [stored.value] : [];
  });
}

/**
 * Whether a courier has the package of a task, or had it until another one got it; undefined when neither. A package that was
 * delivered is still its last courier's. 2 calls.
 */
export async function carriageOf(
  table: Table,
  of: { readonly organizationId: string; readonly courierId: string; readonly taskId: string },
): Promise<'has' | 'had' | undefined> {
  const { organizationId, courierId, taskId } = of;
  const held = await table.get(heldTaskEntity, { organizationId, id: taskId });
  const id = held?.value.assignmentId;
  const stored = id ? await table.get(assignmentEntity, { organizationId, id }) : undefined;
  if (stored?.value.courierId === courierId && stored.value.phase !== 'offered') return 'has';
  return stored?.value.carriedBefore.includes(courierId) ? 'had' : undefined;
}

/** A position that was sent later than this changes nothing (specification 8: five minutes). Milliseconds. */
const LATE_MS = 5 * 60_000;

/** Where a courier is. */
export interface CourierPlace {
  readonly courierId: string;
  readonly lat: number;
  readonly lng: number;
  readonly at: string;
  readonly receivedAt: string;
  readonly details?: PositionDetails;
}

/** A courier after a position was reported. */
export interface PlacedCourier {
  readonly duty: Duty;
  /** The position that was known before; that of the duty itself when the report changed nothing. */
  readonly before: Duty['position'];
}

/** Position of a courier. One that is older than the known position, or was sent too late, changes nothing. */
export async function placeCourier(
  { table, clock }: Pick<ManageDeps, 'table' | 'clock'>,
  actor: AssignmentActor,
  { courierId, receivedAt, ...place }: CourierPlace,
): Promise<PlacedCourier | Refusal> {
  const [driver] = await findDrivers(table, actor, [courierId]);
  if (!driver) return unknownCourier(courierId);
  const { organizationId } = actor;
  const { id } = driver.value;
  return commit({ clock }, { what: 'courier', id }, async () => {
    const stored = await table.get(dutyEntity, { organizationId, id });
    const duty: Duty = stored?.value ?? { organizationId, id, assignmentIds: [], position: null };
    const before = duty.position;
    const isLate = Date.parse(receivedAt) - Date.parse(place.at) > LATE_MS;
    if (isLate || (before && before.at >= place.at)) return { duty, before };
    const next = { ...duty, position: place };
    if ((await table.write([save(dutyEntity, stored, next)])).ok) return { duty: next, before };
  });
}

function unknownCourier(courierId: string): Refusal {
  return assignmentNotFound(`There is no courier "${courierId}". GET /v1/couriers lists them.`, {
    courierId,
  });
}

/**
 * Changes the assignment of a task and carries out the consequences at once; `decide` returns the writes,
 * none = unchanged.
 */
async function change(
  deps: ManageDeps,
  organizationId: string,
  taskId: string,
  decide: (stored: Stored<Assignment>) => Promise<Awaited<ReturnType<typeof assignTo>> | Refusal | undefined>,
): Promise<Assignment | Refusal> {
  return commit(deps, { what: 'task', id: taskId }, async () => {
    const held = await deps.table.get(heldTaskEntity, { organizationId, id: taskId });
    const id = held?.value.state === 'held' ? held.value.assignmentId : null;
    const stored = id ? await deps.table.get(assignmentEntity, { organizationId, id }) : undefined;
    if (!stored) {
      return assignmentNotFound(`The own fleet does not have task "${taskId}".`, { taskId });
    }
    const operations = await decide(stored);
    if (isRefusal(operations)) return operations;
    if (operations && !(await deps.table.write(operations)).ok) return;
    const after = operations ? (await deps.table.get(assignmentEntity, stored.value))?.value : stored.value;
    if (after?.phase === 'accepted') await reportToDeliveriesOf(deps, after);
    else await advanceAssignment(deps, stored.value);
    return (await deps.table.get(assignmentEntity, stored.value))?.value ?? stored.value;
  });
}
