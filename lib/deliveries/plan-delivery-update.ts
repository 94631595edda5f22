import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../core/refusal.ts';
import {
  changeJob,
  type Delivery,
  deliveryEntity,
  isTaskOver,
  type JobAggregate,
  jobPartition,
  recordDeliveryStep,
  recordTask,
  type Task,
  taskEventOf,
  taskStatusAfter,
} from '../jobs/index.ts';
import { create, type Operation, replace, type Stored } from '../table/index.ts';
import { judgeStatus } from './delivery-lifecycle.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { withStatuses } from './end-delivery.ts';
import { courierLocationUpdated, type Position, positionEntity, positionId, proofAdded } from './position.ts';
import { deliveryIsOver } from './refusals.ts';
import { eventTimes, historyTimes } from './step-times.ts';
import { withFacts } from './with-facts.ts';

/** What an update comes to: the delivery as it will be and the writes that make it so; no writes = nothing new. */
export interface DeliveryPlan {
  readonly delivery: Delivery;
  readonly operations: readonly Operation[];
  /** A reported status that had no effect because the delivery had passed it. */
  readonly passed: boolean;
}

/** A position older than this on arrival is history only (specification 8: five minutes). Milliseconds. */
const LATE_POSITION_MS = 5 * 60_000;

/** The courier's position is told of at most this often. Milliseconds. */
const POSITION_EVENT_MS = 60_000;

/**
 * Works out what an update does to a delivery (contract-facts 3.2, decisions B3 and A11). Pure. `now` is the present
 * instant. A terminal delivery keeps its status: another one is refused, unless it happened before the end (`occurredAt`
 * not after the last status), which is history only.
 */
export function planDeliveryUpdate(
  aggregate: JobAggregate,
  stored: Stored<Delivery>,
  update: DeliveryUpdate,
  now: string,
): DeliveryPlan | Refusal {
  const before = stored.value;
  const occurredAt = update.occurredAt === undefined || update.occurredAt > now ? now : update.occurredAt;
  const judged =
    update.status === undefined
      ? { kind: 'same' as const }
      : judgeStatus(before.statusHistory, update.status);
  const lastAt = before.statusHistory.at(-1)?.created_at ?? before.createdAt;
  const older = update.occurredAt !== undefined && occurredAt < lastAt;
  if (judged.kind === 'over' && !older) {
    return deliveryIsOver(
      `Delivery ${before.id} is ${before.status}; that never changes, to "${update.status}" neither.`,
      {
        deliveryId: before.id,
        status: before.status,
      },
    );
  }
  const through = judged.kind === 'moves' && !older ? judged.through : [];
  const times = historyTimes(through.length, occurredAt, lastAt);
  const position = positionOf(before, update, occurredAt, now);
  const isLate = older || (update.occurredAt !== undefined && occurredAt < (before.toldAt ?? ''));
  const facts = withFacts(before, update, { at: occurredAt, isLate });
  const located = position && isCurrent(position, before) ? withPosition(facts, position) : facts;
  const moved = withStatuses(located, through, times);
  const passed = judged.kind === 'passed' || (judged.kind !== 'same' && older);
  const changed = !isDeepStrictEqual(moved, before);
  const steps = eventTimes(through.length, now, before.updatedAt);
  const delivery: Delivery = changed ? { ...moved, updatedAt: steps.at(-1) ?? now } : before;
  const history = position ? [create(positionEntity, position)] : [];
  if (!changed) return { delivery, operations: history, passed };
  const events = [
    ...steps.map((at, index) => recordDeliveryStep(delivery, before.statusHistory.length + index + 1, at)),
    ...proofEvents(before, delivery, now),
    ...positionEvents(before, delivery, now),
  ];
  if (through.length === 0) {
    // Facts about the courier do not concern the rest of the job: the delivery alone is written, and many positions a
    // minute never meet a change of the job.
    return {
      delivery,
      operations: [...history, replace(deliveryEntity, stored, delivery), ...events],
      passed,
    };
  }
  const task = aggregate.tasks.find(({ value }) => value.id === delivery.taskId);
  const nextTask = task && endedTask(task.value, delivery, now);
  const { operations } = changeJob(
    aggregate,
    { deliveries: [delivery], ...(nextTask && nextTask !== task?.value ? { tasks: [nextTask] } : {}) },
    now,
  );
  return {
    delivery,
    operations: [
      ...operations,
      ...history,
      ...events,
      ...taskEvents(aggregate, task?.value, nextTask, delivery, now),
    ],
    passed,
  };
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
      data: { jobId, taskId, deliveryId: delivery.id, podType: String(proof.podType) },
    }),
  );
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
      data: { jobId, taskId, deliveryId, lat: at.lat, lng: at.lng },
    }),
  ];
}

/** The task as it stands when its delivery has come so far. */
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
