import { isDeepStrictEqual } from 'node:util';
import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import { reportedAt } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { create, type Operation, replace, type Stored } from '../../../platform/table/index.ts';
import { changeJob } from '../change-job.ts';
import { recordDeliveryStep, recordLateStatus, recordTask, taskEventOf } from '../events.ts';
import { jobPartition } from '../job.ts';
import type { JobAggregate } from '../job-aggregate.ts';
import type { Task } from '../task.ts';
import { isTaskOver } from '../task-lifecycle.ts';
import { taskStatusAfter } from '../task-status-after.ts';
import type { Delivery, DeliveryHealth } from './delivery.ts';
import { deliveryEntity } from './delivery.ts';
import { comesAfter, judgeStatus } from './delivery-lifecycle.ts';
import { isTerminal } from './delivery-statuses.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { withStatuses } from './end-delivery.ts';
import { healthEvents, nextHealth } from './next-health.ts';
import {
  courierLocationUpdated,
  courierUpdated,
  itemsPickUpdated,
  type Position,
  pincodeEntered,
  positionEntity,
  positionId,
  proofAdded,
  returnConditionUpdated,
  timingUpdated,
} from './position.ts';
import { deliveryIsOver } from './refusals.ts';
import { refuseOvergrowth } from './refuse-overgrowth.ts';
import { eventTimes, historyTimes } from './step-times.ts';
import { withFacts } from './with-facts.ts';

/** A smaller change of an expected time is not reported. Milliseconds. */
const TIMING_MS = 5 * 60_000;

/** Result of an update: the new state of the delivery. `writesOf` writes it. */
export interface DeliveryPlan {
  readonly before: Stored<Delivery>;
  /** `before` itself when there is nothing new. */
  readonly delivery: Delivery;
  /** Whether its status changes, and with it the job. */
  readonly moves: boolean;
  /** Its task, if it changes as well. */
  readonly task?: Task;
  /** Events and positions. */
  readonly records: readonly Operation[];
  /** The delivery had already passed the reported status. */
  readonly passed: boolean;
}

/** The writes of updates of several deliveries of a job, and the job after them; no writes = nothing new. */
export function writesOf(
  aggregate: JobAggregate,
  plans: readonly DeliveryPlan[],
  now: string,
): { readonly next: JobAggregate; readonly operations: readonly Operation[] } {
  const records = plans.flatMap((plan) => plan.records);
  const changed = plans.filter(({ before, delivery }) => delivery !== before.value);
  const deliveries = changed.map(({ delivery }) => delivery);
  if (changed.some(({ moves }) => moves)) {
    const tasks = changed.flatMap(({ task }) => task ?? []);
    const { next, operations } = changeJob(aggregate, { deliveries, tasks }, now);
    return { next, operations: [...operations, ...records] };
  }
  // Facts about the courier do not concern the rest of the job: only the delivery is written, so that many positions a
  // minute never conflict with changes of the job.
  const byId = new Map(
    changed.map(({ before, delivery }) => [delivery.id, { value: delivery, version: before.version + 1 }]),
  );
  const next = {
    ...aggregate,
    deliveries: aggregate.deliveries.map((stored) => byId.get(stored.value.id) ?? stored),
  };
  const replaced = changed.map(({ before, delivery }) => replace(deliveryEntity, before, delivery));
  return { next, operations: [...replaced, ...records] };
}

/**
 * A position that is older than this on arrival only goes into the history (specification 8: five minutes).
 * Milliseconds.
 */
const LATE_POSITION_MS = 5 * 60_000;

/** Maximum difference between the clocks of a provider and of the service. Milliseconds. */
const CLOCKS_DIFFER_MS = 5_000;

/** Shortest interval between events about the courier's position. Milliseconds. */
const POSITION_EVENT_MS = 60_000;

/**
 * Computes what an update does to a delivery (contract-facts 3.2, decisions B3 and A11). Pure. `now` is the
 * current time. A terminal delivery keeps its status: another one is refused, unless it happened before the
 * end (`occurredAt` before the last status). Statuses that the delivery has passed go into its history,
 * marked late, with their event.
 */
export function planDeliveryUpdate(
  aggregate: JobAggregate,
  stored: Stored<Delivery>,
  update: DeliveryUpdate,
  now: string,
): DeliveryPlan | Refusal {
  const before = stored.value;
  const occurredAt = reportedAt(update.occurredAt, now);
  const judged =
    update.status === undefined
      ? { kind: 'same' as const }
      : judgeStatus(before.statusHistory, update.status, before.lateStatuses);
  const lastAt = before.statusHistory.at(-1)?.created_at ?? before.createdAt;
  const older = isOlder(before, update, lastAt);
  if (judged.kind === 'over' && !older) {
    return deliveryIsOver(
      `Delivery ${before.id} is ${before.status}, which is final, so it cannot become "${update.status}".`,
      {
        deliveryId: before.id,
        status: before.status,
      },
    );
  }
  const through = judged.kind === 'moves' && !older ? judged.through : [];
  const times = historyTimes(through.length, older || occurredAt > lastAt ? occurredAt : lastAt, lastAt);
  const position = positionOf(before, update, occurredAt, now);
  const isLate = older || (update.occurredAt !== undefined && update.occurredAt < (before.toldAt ?? ''));
  const facts = withFacts(before, update, { at: occurredAt, isLate });
  const located = position && isCurrent(position, before) ? withPosition(facts, position) : facts;
  const passed = judged.kind === 'passed' || (judged.kind !== 'same' && older);
  const moved = passed
    ? withLateStatus(located, update.status!, update.occurredAt === undefined ? undefined : occurredAt)
    : withStatuses(located, through, times);
  const changed = !isDeepStrictEqual(moved, before);
  const steps = eventTimes(through.length, now, before.updatedAt);
  const health = changed ? healthAfter(aggregate, before, moved, now) : before.health;
  const delivery: Delivery = changed
    ? { ...withToldEtas(before, moved), health, updatedAt: steps.at(-1) ?? now }
    : before;
  const history = position ? [create(positionEntity, position)] : [];
  const plan = { before: stored, delivery, moves: through.length > 0, passed };
  if (!changed) return { ...plan, records: history };
  const refusal = refuseOvergrowth(before, delivery);
  if (refusal) return refusal;
  const events = [
    ...steps.map((at, index) =>
      recordDeliveryStep(delivery, before.statusHistory.length + index + 1, at, before),
    ),
    ...lateEvents(before, delivery, now),
    ...proofEvents(before, delivery, now),
    ...itemEvents(before, delivery, now),
    ...(before.pincodeVerifiedAt === null && delivery.pincodeVerifiedAt !== null
      ? [recordPincode(delivery, true, now)]
      : []),
    ...positionEvents(before, delivery, now),
    ...healthEvents(before.health, delivery, stored.version),
    ...updateEvents(before, delivery, stored.version + 1, now),
  ];
  if (!plan.moves) return { ...plan, records: [...history, ...events] };
  const task = aggregate.tasks.find(({ value }) => value.id === delivery.taskId)?.value;
  const nextTask = task && endedTask(task, delivery, now);
  const told = taskEvents(aggregate, task, nextTask, delivery, now);
  return {
    ...plan,
    ...(nextTask && nextTask !== task ? { task: nextTask } : {}),
    records: [...history, ...events, ...told],
  };
}

/**
 * The health of a delivery after an update. Only a new status or another health has an event, with which a worker waits for
 * the next check; without one the wait stays as it is.
 */
function healthAfter(
  { configurations }: JobAggregate,
  before: Delivery,
  moved: Delivery,
  now: string,
): DeliveryHealth | null {
  const item = configurations.find(({ value }) => value.id === moved.configurationId)?.value.package;
  if (!item) return before.health;
  const health = nextHealth(moved, item, Date.parse(now));
  const isMoved = moved.statusHistory.length > before.statusHistory.length;
  const isOther = before.health !== null && before.health.status !== health.status;
  return isMoved || isOther ? health : before.health;
}

/**
 * Whether an update happened before the last status (decision A11). Its time counts as it was sent: one that is ahead
 * of this function's clock may still come after the last status. `created` was set by the service itself, by another
 * clock than the provider's, so nothing is older than that; and an end that is older only by another clock is still an
 * end.
 */
function isOlder({ statusHistory }: Delivery, update: DeliveryUpdate, lastAt: string): boolean {
  const { occurredAt, status } = update;
  const present = statusHistory.at(-1)?.status;
  if (occurredAt === undefined || statusHistory.length <= 1) return false;
  const isEnd = status !== undefined && isTerminal(status) && present !== undefined && !isTerminal(present);
  return Date.parse(occurredAt) < Date.parse(lastAt) - (isEnd ? CLOCKS_DIFFER_MS : 0);
}

/**
 * A delivery with a status that it had already passed, added once. Without a time it gets the time of the first status
 * after it, by which it must have happened.
 */
function withLateStatus(
  delivery: Delivery,
  status: DeliveryStatus,
  occurredAt: string | undefined,
): Delivery {
  const { statusHistory, lateStatuses } = delivery;
  const known = [...statusHistory, ...lateStatuses].some((entry) => entry.status === status);
  if (known) return delivery;
  const next = statusHistory.find((entry) => comesAfter(entry.status, status));
  const created_at = occurredAt ?? next?.created_at ?? delivery.updatedAt;
  return {
    ...delivery,
    lateStatuses: [...lateStatuses, { created_at, status, after: statusHistory.length }],
  };
}

function lateEvents(before: Delivery, delivery: Delivery, now: string): readonly Operation[] {
  const count = delivery.lateStatuses.length;
  return count > before.lateStatuses.length ? [recordLateStatus(delivery, count, now)] : [];
}

function positionOf(
  delivery: Delivery,
  update: DeliveryUpdate,
  occurredAt: string,
  receivedAt: string,
): Position | undefined {
  if (!update.coordinates) return undefined;
  const { organizationId, jobId, id: deliveryId } = delivery;
  const { latitude: lat, longitude: lng } = update.coordinates;
  const late = Date.parse(receivedAt) - Date.parse(occurredAt) > LATE_POSITION_MS;
  const position = { organizationId, jobId, deliveryId, lat, lng, occurredAt, receivedAt, late };
  return { ...position, id: positionId(position) };
}

function isCurrent(position: Position, { courierLocation }: Delivery): boolean {
  return !position.late && (courierLocation === null || position.occurredAt > courierLocation.updatedAt);
}

function withPosition(delivery: Delivery, { lat, lng, occurredAt }: Position): Delivery {
  return { ...delivery, courierLocation: { lat, lng, updatedAt: occurredAt } };
}

/** Only for the worker that updates routes from their deliveries. */
function onRoute({ isOnRoute }: Pick<Delivery, 'isOnRoute'>): { isOnRoute?: true } {
  return isOnRoute ? { isOnRoute } : {};
}

function proofEvents(
  before: Delivery,
  { jobId, taskId, ...delivery }: Delivery,
  now: string,
): readonly Operation[] {
  return delivery.proofOfDelivery.slice(before.proofOfDelivery.length).map((proof, index) =>
    proofAdded.record({
      aggregate: jobPartition(delivery.organizationId, jobId),
      cause: `${delivery.id}#${before.proofOfDelivery.length + index}`,
      occurredAt: now,
      data: { jobId, taskId, deliveryId: delivery.id, podType: String(proof.podType), ...onRoute(delivery) },
    }),
  );
}

function itemEvents(before: Delivery, delivery: Delivery, now: string): readonly Operation[] {
  const { jobId, taskId, id: deliveryId, statusHistory } = delivery;
  const lists = [
    ['pickedItems', itemsPickUpdated],
    ['returnedItems', returnConditionUpdated],
  ] as const;
  return lists
    .filter(([name]) => !isDeepStrictEqual(before[name], delivery[name]))
    .map(([name, kind]) =>
      kind.record({
        aggregate: jobPartition(delivery.organizationId, jobId),
        cause: `${deliveryId}#${digest(JSON.stringify(delivery[name]), now)}`,
        occurredAt: now,
        data: { jobId, taskId, deliveryId, historyLength: statusHistory.length, ...onRoute(delivery) },
      }),
    );
}

/** The write that records that a pincode was entered for a delivery. */
export function recordPincode(delivery: Delivery, isVerified: boolean, now: string): Operation {
  const { jobId, taskId, id: deliveryId, statusHistory, pincodeFailures } = delivery;
  return pincodeEntered.record({
    aggregate: jobPartition(delivery.organizationId, jobId),
    cause: `${deliveryId}#${isVerified ? 'verified' : pincodeFailures}`,
    occurredAt: now,
    data: { jobId, taskId, deliveryId, historyLength: statusHistory.length, isVerified },
  });
}

function positionEvents(before: Delivery, delivery: Delivery, now: string): readonly Operation[] {
  const { courierLocation: at, jobId, taskId, id: deliveryId } = delivery;
  const told = before.courierLocation;
  if (!at || at === told) return [];
  const minute = (instant: string) => Math.floor(Date.parse(instant) / POSITION_EVENT_MS);
  if (told && minute(told.updatedAt) === minute(at.updatedAt)) return [];
  return [
    courierLocationUpdated.record({
      aggregate: jobPartition(delivery.organizationId, jobId),
      cause: `${deliveryId}#${minute(at.updatedAt)}`,
      occurredAt: now,
      data: {
        ...{ jobId, taskId, deliveryId, lat: at.lat, lng: at.lng, isInternal: delivery.providerIsInternal },
        ...onRoute(delivery),
      },
    }),
  ];
}

/**
 * The delivery with the expected times of which an event tells by this change. Times that move by a minute again and
 * again are told when they have moved far enough together.
 */
function withToldEtas(before: Delivery, { toldEtas: _, ...delivery }: Delivery): Delivery {
  const known = before.toldEtas ?? before;
  const told = (field: 'pickupEta' | 'dropoffEta') => {
    const [from, to] = [known[field], delivery[field]];
    const isFar = from === null || to === null || Math.abs(Date.parse(to) - Date.parse(from)) >= TIMING_MS;
    return isFar ? (to ?? from) : from;
  };
  const etas = { pickupEta: told('pickupEta'), dropoffEta: told('dropoffEta') };
  const isPresent = etas.pickupEta === delivery.pickupEta && etas.dropoffEta === delivery.dropoffEta;
  return isPresent ? delivery : { ...delivery, toldEtas: etas };
}

/** The events about the courier and the expected times. */
function updateEvents(
  before: Delivery,
  delivery: Delivery,
  version: number,
  now: string,
): readonly Operation[] {
  const { organizationId, jobId, taskId, id: deliveryId, pickupEta, dropoffEta } = delivery;
  const at = {
    aggregate: jobPartition(organizationId, jobId),
    cause: `${deliveryId}#${version}`,
    occurredAt: now,
  };
  const isOther = (
    ['courierName', 'courierPhoneNumber', 'courierExternalId', 'courierVehicle'] as const
  ).some((field) => !isDeepStrictEqual(before[field], delivery[field]));
  const [known, told] = [before.toldEtas ?? before, delivery.toldEtas ?? delivery];
  const isMoved = known.pickupEta !== told.pickupEta || known.dropoffEta !== told.dropoffEta;
  return [
    ...(isOther ? [courierUpdated.record({ ...at, data: { jobId, taskId, deliveryId } })] : []),
    ...(isMoved
      ? [timingUpdated.record({ ...at, data: { jobId, taskId, deliveryId, pickupEta, dropoffEta } })]
      : []),
  ];
}

/** The state of the task when its delivery has reached this status. */
function endedTask(task: Task, delivery: Delivery, now: string): Task {
  const status = taskStatusAfter(task.status, delivery.status);
  if (status === task.status) return task;
  const failed = status === 'failed' || status === 'canceled_by_provider';
  const reason =
    delivery.failure?.reason ?? delivery.failure?.code ?? `The delivery ended as ${delivery.status}.`;
  return {
    ...task,
    status,
    updatedAt: now,
    failureReason: failed ? (task.failureReason ?? reason) : task.failureReason,
  };
}

function taskEvents(
  aggregate: JobAggregate,
  before: Task | undefined,
  after: Task | undefined,
  delivery: Delivery,
  now: string,
): readonly Operation[] {
  const name = after && taskEventOf(after.status);
  if (!before || !after || !name || isTaskOver(before.status) || !isTaskOver(after.status)) return [];
  const configuration = aggregate.configurations.find(({ value }) => value.id === after.configurationId);
  return [recordTask(name, after, delivery, configuration?.value.orderId ?? null, now)];
}
