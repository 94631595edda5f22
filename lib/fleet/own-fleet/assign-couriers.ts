import { sharedQuotes, shipmentUnder } from '../../fulfilment/dispatch/index.ts';
import {
  type Delivery,
  deliveryOf,
  isTaskOver,
  isTerminal,
  type JobAggregate,
  readJob,
  updateDeliveries,
} from '../../fulfilment/jobs/index.ts';
import { accountsOf } from '../../fulfilment/providers/accounts/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, type Stored, unchanged } from '../../platform/table/index.ts';
import { type Driver, findDrivers } from '../fleet/index.ts';
import { assignTo, checkAssignment, readWatch, takeFrom } from './hand-assignment.ts';
import {
  type Assignment,
  assignmentEntity,
  type Candidate,
  driverOfRoute,
  findCouriers,
  MAX_ASKED,
  OWN_FLEET,
} from './provider/index.ts';

type AssignDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/** How long to wait before the next search while all suitable couriers are busy. Milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/** Steps of one check: an expired offer, a new one, giving up, and a few lost races. */
const MAX_STEPS = 10;

/**
 * Advances an assignment: offers it to the nearest free courier, or to the next one after a refused or expired offer;
 * tells its deliveries who carries them; gives up when nobody accepts; and releases the courier when everything is
 * done. The next step follows from the stored state, so this can run at any time, twice and in parallel.
 */
export async function advanceAssignment(
  deps: AssignDeps,
  of: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const stored = await deps.table.get(assignmentEntity, of);
    if (!stored || stored.value.phase === 'over') return;
    const job = await readJob(deps.table, of.organizationId, stored.value.jobId);
    const live = job ? liveDeliveries(job, stored.value) : [];
    if (!job || live.length === 0) {
      if (await written(deps, await takeFrom(deps, stored, { phase: 'over' }))) return;
      continue;
    }
    if (stored.value.phase === 'accepted') return reportToDeliveries(deps, stored.value, live);
    if (await stepOn(deps, stored, job, live)) return;
  }
  throw new Error(`The assignment ${of.id} changed too often; it will be retried.`);
}

/** Deliveries that the courier of an assignment has to carry or is carrying. */
function liveDeliveries(job: JobAggregate, assignment: Assignment): readonly Delivery[] {
  const over = new Set(job.tasks.flatMap(({ value }) => (isTaskOver(value.status) ? [value.id] : [])));
  return deliveriesOf(job, assignment).filter(
    ({ taskId, status }) => !over.has(taskId) && !isTerminal(status),
  );
}

/** Every delivery of an assignment, those that have ended as well. */
export function deliveriesOf(job: JobAggregate, { id }: Pick<Assignment, 'id'>): readonly Delivery[] {
  return job.tasks.flatMap(({ value: task }) => {
    const isMeant = task.id === id || job.batch?.value.id === id;
    const delivery = deliveryOf(job, task);
    return isMeant && delivery && task.providerId === OWN_FLEET.id ? [delivery] : [];
  });
}

/** A step of an assignment without a courier; true when there is nothing more to do now. */
async function stepOn(
  deps: AssignDeps,
  stored: Stored<Assignment>,
  job: JobAggregate,
  live: readonly Delivery[],
): Promise<boolean> {
  const assignment = stored.value;
  const now = toInstant(deps.clock.now());
  if (assignment.phase === 'offered') {
    // The timer that fired, or a worker that found nobody a moment before, may have a clock that is ahead of this one.
    if ((assignment.offeredUntil ?? '') > now) return watchUntil(deps, stored, assignment.offeredUntil!);
    await written(deps, await takeFrom(deps, stored, { phase: 'looking', refuses: true }));
    return false;
  }
  const ofRoute = await courierOfRoute(deps, job, assignment);
  if (ofRoute) return written(deps, await assignTo(deps, stored, ofRoute, { by: 'route' }));
  const able = await candidatesFor(deps, assignment, job, live);
  const left = able.filter(({ driver }) => !assignment.refusedBy.includes(driver.id));
  const free = left.find(({ isFree }) => isFree);
  if (free) return written(deps, await assignTo(deps, stored, free.driver, { by: 'strategy' }));
  const isHopeless =
    left.length === 0 || assignment.searchUntil <= now || assignment.refusedBy.length >= MAX_ASKED;
  if (!isHopeless) return watchUntil(deps, stored, toInstant(deps.clock.now() + LOOK_AGAIN_MS));
  await giveUp(deps, assignment, live);
  return false;
}

/** The driver whom a person chose for a job: that of its route or, before the route was written, that of the job. */
async function courierOfRoute(
  { table }: AssignDeps,
  { job }: JobAggregate,
  { organizationId, refusedBy }: Assignment,
): Promise<Driver | undefined> {
  const { routeId, driverId } = job.value;
  const courierId = (await driverOfRoute(table, organizationId, routeId)) ?? driverId;
  if (!courierId || refusedBy.includes(courierId)) return undefined;
  const [driver] = await findDrivers(table, { organizationId, driverGroupIds: null }, [courierId]);
  return driver?.value;
}

/** Couriers who can carry all of these deliveries. */
async function candidatesFor(
  { table, clock }: AssignDeps,
  { organizationId }: Assignment,
  job: JobAggregate,
  live: readonly Delivery[],
): Promise<readonly Candidate[]> {
  const accounts = await accountsOf({ table }, organizationId);
  const settings = accounts.find(({ value }) => value.id === OWN_FLEET.id && value.isEnabled)?.value.ownFleet;
  const carried = new Set(live.map(({ configurationId }) => configurationId));
  const shipments = job.configurations.flatMap(({ value }) =>
    carried.has(value.id) ? [shipmentUnder(job.job.value.strategy, value.package)] : [],
  );
  if (!settings || shipments.length === 0) return [];
  const need = sharedQuotes(shipments);
  const now = toInstant(clock.now());
  return findCouriers({ table }, { organizationId, settings, need, at: now, now });
}

/** Makes sure that the assignment, as it was read, is checked again by `dueAt`. False when it changed meanwhile. */
async function watchUntil(
  { table, clock }: AssignDeps,
  stored: Stored<Assignment>,
  dueAt: string,
): Promise<boolean> {
  const timer = await readWatch(table, stored.value);
  const now = toInstant(clock.now());
  if (timer?.value.state === 'armed' && timer.value.dueAt <= dueAt && timer.value.dueAt > now) return true;
  const armed = checkAssignment(stored.value, dueAt, now, timer);
  return (await table.write([...armed, unchanged(assignmentEntity, stored)])).ok;
}

/** The deliveries that no courier accepts go back: dispatch gives them to the next provider. */
async function giveUp(
  deps: AssignDeps,
  { organizationId, jobId, refusedBy }: Assignment,
  live: readonly Delivery[],
): Promise<void> {
  const reason =
    refusedBy.length > 0
      ? `None of the ${refusedBy.length} couriers who were asked took it.`
      : 'No courier of the own fleet was free in time.';
  const update = { status: 'canceled_by_provider' as const, failure: { code: 'no_capacity', reason } };
  const asked = live.map(({ id: deliveryId }) => ({ deliveryId, update }));
  const refused = await updateDeliveries(deps, { organizationId, jobId, may: isOwn }, asked);
  for (const deliveryId of refused.keys())
    deps.log.info('own-fleet.not-given-up', 'A delivery had ended.', { deliveryId });
}

/** Tells the deliveries of an assignment who carries them. */
export async function reportToDeliveries(
  deps: AssignDeps,
  { organizationId, jobId, courierId }: Assignment,
  live: readonly Delivery[],
): Promise<void> {
  const [found] = await findDrivers(deps.table, { organizationId, driverGroupIds: null }, [courierId ?? '']);
  if (!found) return;
  const { id, externalIdentifier, firstName, lastName, phoneNumber, vehicleInfo } = found.value;
  const externalId = externalIdentifier ?? id;
  const given = Object.entries(vehicleInfo ?? {}).filter(([, value]) => value !== null);
  const courier = {
    name: `${firstName} ${lastName}`.trim(),
    phoneNumber,
    externalId,
    ...(given.length > 0 ? { vehicle: Object.fromEntries(given) as Record<string, string> } : {}),
  };
  const asked = live
    .filter((delivery) => delivery.courierExternalId !== externalId)
    .map(({ id: deliveryId, statusHistory }) => {
      const isNew = statusHistory.every(({ status }) => status !== 'assigned_driver');
      return { deliveryId, update: isNew ? { courier, status: 'assigned_driver' as const } : { courier } };
    });
  const refused = await updateDeliveries(deps, { organizationId, jobId, may: isOwn }, asked);
  for (const refusal of refused.values()) retryIfBusy(refusal);
}

/** An update that lost too many races is not dropped: its event is delivered again. */
export function retryIfBusy(refusal: Refusal): void {
  if (isLostRace(refusal)) throw new ConsumerFailure('busy', refusal.message, { retryAfterMs: 2_000 });
}

/** As `reportToDeliveries`, for an assignment that still has to be read. */
export async function reportToDeliveriesOf(deps: AssignDeps, assignment: Assignment): Promise<void> {
  const job = await readJob(deps.table, assignment.organizationId, assignment.jobId);
  if (job) await reportToDeliveries(deps, assignment, liveDeliveries(job, assignment));
}

const isOwn = ({ providerId }: Delivery): boolean => providerId === OWN_FLEET.id;

async function written({ table }: AssignDeps, operations: readonly Operation[]): Promise<boolean> {
  return (await table.write(operations)).ok;
}
