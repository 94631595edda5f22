import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, replace, type Stored, save } from '../../platform/table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../platform/timers/index.ts';
import type { Driver } from '../fleet/index.ts';
import {
  type Assignment,
  assignmentEntity,
  assignmentEvents,
  assignmentPartition,
  assignmentTimer,
  type Duty,
  dutyEntity,
  MAX_FORMER,
} from './provider/index.ts';

type HandDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** When an assignment is checked if its courier did not answer and its worker died. Milliseconds. */
const WATCH_MS = 60_000;

/**
 * The writes that give a courier an assignment: as an offer when the fleet asks its couriers and no person chose one,
 * otherwise at once. The previous courier loses it in the same transaction, so that two couriers never have it.
 */
export async function assignTo(
  deps: HandDeps,
  stored: Stored<Assignment>,
  driver: Pick<Driver, 'id'>,
  chosen: { readonly by: string },
): Promise<readonly Operation[]> {
  const before = stored.value;
  const asks = chosen.by === 'strategy' && before.acceptanceSeconds !== null;
  const now = deps.clock.now();
  const until = asks ? toInstant(now + (before.acceptanceSeconds ?? 0) * 1000) : null;
  const next: Assignment = {
    ...before,
    phase: asks ? 'offered' : 'accepted',
    courierId: driver.id,
    offeredUntil: until,
    assignedBy: chosen.by,
    turn: before.turn + 1,
    carriedBefore: carriedBefore(before, driver.id),
    updatedAt: toInstant(now),
  };
  const former = before.courierId !== null && before.courierId !== driver.id ? before.courierId : null;
  return [
    replace(assignmentEntity, stored, next),
    ...(await dutyWith(deps, before, driver.id)),
    ...(former === null ? [] : await dutyWithout(deps, before, former)),
    told(asks ? 'offered' : 'accepted', next, former),
    ...(await watch(deps, next, until ?? toInstant(now + WATCH_MS))),
  ];
}

/** The former couriers of an assignment when this one gets it. */
function carriedBefore({ carriedBefore: known, courierId, phase }: Assignment, next: string): string[] {
  const isFormer = phase === 'accepted' && courierId !== null && courierId !== next;
  return isFormer ? [...known.filter((id) => id !== courierId), courierId].slice(-MAX_FORMER) : known;
}

/** The writes with which the courier who got the offer accepts an assignment. */
export async function acceptedBy(deps: HandDeps, stored: Stored<Assignment>): Promise<readonly Operation[]> {
  const now = deps.clock.now();
  const next: Assignment = {
    ...stored.value,
    phase: 'accepted',
    offeredUntil: null,
    updatedAt: toInstant(now),
  };
  return [
    replace(assignmentEntity, stored, next),
    told('accepted', next),
    ...(await watch(deps, next, toInstant(now + WATCH_MS))),
  ];
}

/** The writes with which the courier of an assignment, if any, loses it. */
export async function takeFrom(
  deps: HandDeps,
  stored: Stored<Assignment>,
  to: { readonly phase: 'looking' | 'over'; readonly refuses?: boolean },
): Promise<readonly Operation[]> {
  const before = stored.value;
  const { courierId } = before;
  const now = deps.clock.now();
  const refused = to.refuses && courierId !== null ? [...before.refusedBy, courierId] : before.refusedBy;
  const next: Assignment = {
    ...before,
    phase: to.phase,
    // An ended assignment still names its courier.
    courierId: to.phase === 'over' ? courierId : null,
    offeredUntil: null,
    refusedBy: refused,
    updatedAt: toInstant(now),
  };
  const { organizationId, id } = before;
  const timer = await readTimer(deps.table, { organizationId, kind: assignmentTimer, subject: id });
  return [
    replace(assignmentEntity, stored, next),
    ...(courierId === null ? [] : await dutyWithout(deps, before, courierId)),
    ...(to.refuses ? [told('refused', { ...next, courierId })] : []),
    ...(to.phase === 'over' ? disarmTimer(timer) : await watch(deps, next, toInstant(now + WATCH_MS))),
  ];
}

function told(
  kind: 'offered' | 'accepted' | 'refused',
  assignment: Assignment,
  formerCourierId: string | null = null,
): Operation {
  const { id: assignmentId, jobId, courierId, offeredUntil, turn, updatedAt } = assignment;
  return assignmentEvents[kind].record({
    aggregate: assignmentPartition(assignment),
    cause: `${kind}#${turn}`,
    occurredAt: updatedAt,
    data: {
      ...{ assignmentId, jobId, courierId },
      ...(offeredUntil === null ? {} : { offeredUntil }),
      ...(formerCourierId === null ? {} : { formerCourierId }),
    },
  });
}

async function watch({ table }: HandDeps, next: Assignment, dueAt: string): Promise<readonly Operation[]> {
  return checkAssignment(next, dueAt, next.updatedAt, await readWatch(table, next));
}

/** The timer of an assignment. 1 call. */
export function readWatch(table: HandDeps['table'], { organizationId, id }: Assignment) {
  return readTimer(table, { organizationId, kind: assignmentTimer, subject: id });
}

/** The writes after which an assignment is checked again at `dueAt`; `stored` is its current timer. */
export function checkAssignment(
  { organizationId, id }: Assignment,
  dueAt: string,
  occurredAt: string,
  stored: Awaited<ReturnType<typeof readWatch>>,
): readonly Operation[] {
  const data = { assignmentId: id };
  return armTimer({ organizationId, kind: assignmentTimer, subject: id, dueAt, data, occurredAt, stored });
}

async function dutyWith(
  { table }: HandDeps,
  { organizationId, id }: Assignment,
  courierId: string,
): Promise<readonly Operation[]> {
  const stored = await table.get(dutyEntity, { organizationId, id: courierId });
  const duty: Duty = stored?.value ?? { organizationId, id: courierId, assignmentIds: [], position: null };
  if (duty.assignmentIds.includes(id)) return [];
  return [save(dutyEntity, stored, { ...duty, assignmentIds: [...duty.assignmentIds, id] })];
}

async function dutyWithout(
  { table }: HandDeps,
  { organizationId, id }: Assignment,
  courierId: string,
): Promise<readonly Operation[]> {
  const stored = await table.get(dutyEntity, { organizationId, id: courierId });
  if (!stored?.value.assignmentIds.includes(id)) return [];
  const assignmentIds = stored.value.assignmentIds.filter((one) => one !== id);
  return [save(dutyEntity, stored, { ...stored.value, assignmentIds })];
}
