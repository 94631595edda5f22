import { partId } from '../../../platform/core/ids.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { armTimer } from '../../../platform/timers/index.ts';
import {
  type Batch,
  type Configuration,
  type Delivery,
  healthEvents,
  type Job,
  NEW_HANDOVER,
  nextHealth,
  recordDelivery,
  recordTask,
  type Task,
} from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import { handoverTimer } from '../events.ts';

/** A task whose message was lost is retried after this time. Milliseconds. */
export const HANDOVER_WATCH_MS = 2 * 60_000;

/** One attempt that can be handed to its provider. */
export interface Attempt {
  readonly task: Task;
  readonly delivery: Delivery;
  /** The batch with this attempt, when it moves to another provider. */
  readonly batch?: Batch;
  /** Changes of the job's root with this attempt, when another strategy takes over. */
  readonly job?: Partial<
    Pick<Job, 'strategy' | 'maxFeeCents' | 'escalatedFrom' | 'formerStrategies' | 'attemptsBefore'>
  >;
}

/** A task for which no provider was chosen yet. */
export function unassignedTask(of: {
  readonly configuration: Configuration;
  readonly attempt: number;
  readonly quotes: readonly StoredQuote[];
  readonly failedQuotes: readonly StoredQuote[];
  readonly at: string;
  readonly isPlacedTogether?: boolean;
  readonly isSelected?: boolean;
}): Task {
  const { configuration, attempt, at } = of;
  const { jobId, position } = configuration;
  const suffix = `c${position}a${attempt}`;
  return {
    organizationId: configuration.organizationId,
    jobId,
    id: partId('tsk', jobId, suffix),
    configurationId: configuration.id,
    deliveryId: partId('dlv', jobId, suffix),
    position,
    attempt,
    isPlacedTogether: of.isPlacedTogether ?? false,
    createdAt: at,
    updatedAt: at,
    status: 'created',
    pickupStartTime: configuration.package.pickupStartTime,
    pickupEndTime: configuration.package.pickupEndTime,
    dropoffStartTime: configuration.package.dropoffStartTime,
    dropoffEndTime: configuration.package.dropoffEndTime,
    providerId: null,
    providerName: null,
    providerIsInternal: null,
    tipAmountCents: configuration.package.tipAmountCents,
    quotes: [...of.quotes],
    failedQuotes: [...of.failedQuotes],
    winnerQuoteId: null,
    isSelected: of.isSelected ?? false,
    failureReason: null,
    taskNotes: [],
    handover: NEW_HANDOVER,
  };
}

/** Chooses the provider of a task: the task with it, and the new delivery of the provider. */
export function assign(task: Task, winner: StoredQuote, configuration: Configuration, at: string): Attempt {
  const provider = {
    providerId: winner.providerId,
    providerName: winner.providerName,
    providerIsInternal: winner.providerIsInternal,
  };
  const delivery: Delivery = {
    organizationId: task.organizationId,
    jobId: task.jobId,
    id: task.deliveryId,
    taskId: task.id,
    configurationId: task.configurationId,
    ...(configuration.isOnRoute ? { isOnRoute: true } : {}),
    ...(configuration.isFromShop ? { isFromShop: true } : {}),
    position: task.position,
    attempt: task.attempt,
    createdAt: at,
    updatedAt: at,
    status: 'created',
    statusHistory: [{ created_at: at, status: 'created' }],
    lateStatuses: [],
    type: winner.type,
    ...provider,
    providerDeliveryId: null,
    providerBatchId: null,
    priceCents: winner.priceCents,
    currency: winner.currency,
    taxAmountCents: winner.taxAmountCents,
    tollFeeCents: winner.tollFeeCents,
    nashFeeCents: winner.nashFeeCents,
    insuranceFeeCents: winner.insuranceFeeCents,
    waitFeeCents: null,
    waitTimeMinutes: null,
    cancellationFeeCents: null,
    returnFeeCents: null,
    otherProviderFees: null,
    totalPriceCents: winner.totalPriceCents,
    totalPriceBreakdown: winner.totalPriceBreakdown,
    pickupEta: winner.pickupWindow,
    dropoffEta: winner.dropoffEta,
    dropoffDeadline: configuration.package.dropoffEndTime,
    courierName: null,
    courierPhoneNumber: null,
    courierPickupPhoneNumber: null,
    courierDropoffPhoneNumber: null,
    courierProfileImage: null,
    courierExternalId: null,
    courierLocation: null,
    courierVehicle: null,
    trackingUrl: null,
    externalDeliveryId: null,
    toldAt: null,
    pincodeVerifiedAt: null,
    pincodeFailures: 0,
    failure: null,
    pickupNote: null,
    dropoffNote: null,
    parkingLocation: null,
    returnParkingLocation: null,
    health: null,
    documents: [],
    proofOfDelivery: [],
    pickedItems: [],
    returnedItems: [],
    collected: null,
  };
  return {
    task: { ...task, ...provider, winnerQuoteId: winner.id, updatedAt: at },
    delivery: { ...delivery, health: nextHealth(delivery, configuration.package, Date.parse(at)) },
  };
}

/** Starts a new attempt: its events and the timer that watches it. 4 members, 5 when its health is bad at once. */
export function announceAttempt(
  { task, delivery }: Attempt,
  orderId: string | null,
  at: string,
  event: 'created' | 'planned_selection' = 'created',
): readonly Operation[] {
  return [
    recordTask(event, task, delivery, orderId, at),
    ...recordBeginning(delivery, at),
    ...watchHandover(task, at),
  ];
}

/** The events of a delivery that was created: 1 member, 2 when its health is bad at once. */
export function recordBeginning(delivery: Delivery, at: string): readonly Operation[] {
  return [recordDelivery(delivery, at), ...healthEvents(null, delivery, 0)];
}

/** Sets the timer that checks a task. `stored` is its row when the task had one before. */
export function watchHandover(
  task: Task,
  at: string,
  stored: Parameters<typeof armTimer>[0]['stored'] = undefined,
  delayMs = HANDOVER_WATCH_MS,
): readonly Operation[] {
  return armTimer({
    organizationId: task.organizationId,
    kind: handoverTimer,
    subject: task.id,
    dueAt: new Date(Date.parse(at) + delayMs).toISOString(),
    data: { jobId: task.jobId, taskId: task.id },
    occurredAt: at,
    stored,
  });
}
