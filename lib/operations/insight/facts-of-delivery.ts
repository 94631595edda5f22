import {
  type Configuration,
  type Delivery,
  deliveryOf,
  isConfigurationOver,
  isTerminal,
  type JobAggregate,
  type Task,
  tasksOf,
  wasPickedUp,
} from '../../fulfilment/jobs/index.ts';
import { createdAtOf } from '../../platform/core/ids.ts';
import type { Places } from './dimensions.ts';
import { type About, type Fact, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

const MINUTE_MS = 60_000;

/** What the job itself does not know: the route's driver and group, the zones at the dropoff, and the workflows that ran. */
export interface Surroundings {
  readonly driverId: string | null;
  readonly driverGroupId: string | null;
  readonly zoneIds: readonly string[];
  readonly workflowIds: readonly string[];
}

/** The field that counts each end of an attempt. */
const ENDS: Readonly<Partial<Record<Delivery['status'], string>>> = Object.freeze({
  dropoff_complete: 'delivered',
  canceled_by_customer: 'canceledByCustomer',
  canceled_by_provider: 'canceledByProvider',
  canceled_by_system: 'canceledBySystem',
  canceled_by_auto_reassign: 'canceledForOtherProvider',
  returned: 'returned',
  expired: 'expired',
  failed: 'failed',
});

/** The fields that count the ends of attempts. */
export const ATTEMPT_ENDS: readonly string[] = Object.freeze(Object.values(ENDS));

/** Ends that say nothing about whether the provider would have accepted. */
const TAKEN_BACK: ReadonlySet<Delivery['status']> = new Set([
  'canceled_by_customer',
  'canceled_by_auto_reassign',
]);

/** An attempt of a job with what belongs to it. */
export interface AttemptOfJob {
  readonly task: Task;
  readonly delivery: Delivery;
  readonly configuration: Configuration;
}

/** The attempt with this task id, if a provider was chosen for it. */
export function attemptOf(job: JobAggregate, taskId: string): AttemptOfJob | undefined {
  const task = job.tasks.find(({ value }) => value.id === taskId)?.value;
  const delivery = deliveryOf(job, task);
  const configuration = job.configurations.find(({ value }) => value.id === task?.configurationId)?.value;
  return task && delivery && configuration ? { task, delivery, configuration } : undefined;
}

/** The fact that the end of an attempt is; undefined while it has none. Pure: the same job gives the same fact. */
export function factOfAttempt(
  job: JobAggregate,
  attempt: AttemptOfJob,
  surroundings: Surroundings,
): Fact | undefined {
  const { task, delivery, configuration } = attempt;
  const ended = delivery.statusHistory.at(-1);
  if (!ended || !isTerminal(delivery.status)) return undefined;
  const isLast = tasksOf(job, configuration.id).at(-1)?.id === task.id;
  const isOver = isLast && isConfigurationOver(job, configuration);
  const isDelivered = delivery.status === 'dropoff_complete';
  const isFirst = task.attempt === 1;
  const isAccepted = delivery.providerDeliveryId !== null;
  return {
    organizationId: task.organizationId,
    minute: minuteOf(ended.created_at),
    id: task.id,
    // Versions only rise, so that of two readings of a job the later one has the higher revision.
    revision: [job.job, ...job.configurations, ...job.tasks, ...job.deliveries].reduce(
      (sum, { version }) => sum + version,
      0,
    ),
    about: aboutAttempt(job, attempt),
    places: placesOfAttempt(job, attempt, surroundings) as Fact['places'],
    sums: withoutZeros({
      attempts: 1,
      asked: isAccepted || !TAKEN_BACK.has(delivery.status) ? 1 : 0,
      accepted: isAccepted ? 1 : 0,
      failovers: isFirst ? 0 : 1,
      [ENDS[delivery.status] ?? 'failed']: 1,
      packages: isOver ? 1 : 0,
      packagesAtFirst: isOver && isDelivered && isFirst ? 1 : 0,
      ...(isDelivered
        ? {
            proved: isProved(delivery) ? 1 : 0,
            ...punctuality(attempt, ended.created_at),
            ...durations(job, attempt),
          }
        : {}),
      ...costs(attempt),
    }),
  };
}

/** The order, the job and the route of an attempt. */
export function aboutAttempt(job: JobAggregate, { configuration }: AttemptOfJob): About {
  const { id: jobId, routeId } = job.job.value;
  const { orderId } = configuration;
  return { ...(orderId === null ? {} : { orderId }), jobId, ...(routeId === null ? {} : { routeId }) };
}

/** The values of an attempt in every dimension. */
export function placesOfAttempt(
  job: JobAggregate,
  { task, delivery, configuration }: AttemptOfJob,
  { driverId, driverGroupId, zoneIds, workflowIds }: Surroundings,
): Places {
  const { package: item } = configuration;
  const { strategy, tags } = job.job.value;
  return {
    ...placed('store', [item.pickupStoreLocationId, item.dropoffStoreLocationId]),
    ...placed('zone', zoneIds),
    ...placed('provider', [task.providerId]),
    ...placed('driverGroup', [driverGroupId]),
    ...placed('driver', [driverId ?? (delivery.providerIsInternal ? delivery.courierExternalId : null)]),
    ...placed('strategy', [strategy.id]),
    ...placed('tag', [...tags, ...(item.tags ?? [])]),
    ...placed('workflow', workflowIds),
    ...placed('currency', [delivery.currency]),
  };
}

/** How an arrival lies to the promised window; nothing without one. */
function punctuality(
  { task, delivery }: Pick<AttemptOfJob, 'task' | 'delivery'>,
  arrivedAt: string,
): Readonly<Record<string, number>> {
  if (delivery.dropoffDeadline === null) return {};
  const arrived = Date.parse(arrivedAt);
  const lateMs = arrived - Date.parse(delivery.dropoffDeadline);
  const earlyMs = task.dropoffStartTime === null ? 0 : Date.parse(task.dropoffStartTime) - arrived;
  if (lateMs > 0) {
    const minutes = lateMs / MINUTE_MS;
    const class_ =
      minutes <= 15 ? 'late15' : minutes <= 30 ? 'late30' : minutes <= 60 ? 'late60' : 'lateMore';
    return { timed: 1, late: 1, lateSeconds: Math.round(lateMs / 1000), [class_]: 1 };
  }
  if (earlyMs > 0) {
    const class_ = earlyMs / MINUTE_MS <= 15 ? 'early15' : 'earlyMore';
    return { timed: 1, early: 1, earlySeconds: Math.round(earlyMs / 1000), [class_]: 1 };
  }
  return { timed: 1, onTime: 1 };
}

/** Whether somebody showed that it arrived: a photo, a signature, a code or another proof. */
function isProved({ proofOfDelivery, pincodeVerifiedAt }: Delivery): boolean {
  return proofOfDelivery.length > 0 || pincodeVerifiedAt !== null;
}

/** Seconds from the order to each step of a delivered package. */
function durations(
  job: JobAggregate,
  { delivery, configuration }: Pick<AttemptOfJob, 'delivery' | 'configuration'>,
): Readonly<Record<string, number>> {
  const from = createdAtOf(configuration.orderId ?? '') ?? Date.parse(job.job.value.createdAt);
  const secondsTo = (status: Delivery['status']) => {
    const at = delivery.statusHistory.find((entry) => entry.status === status)?.created_at;
    return at === undefined ? undefined : Math.max(0, Math.round((Date.parse(at) - from) / 1000));
  };
  const toAssignment = secondsTo('assigned_driver');
  const toPickup = secondsTo('pickup_complete');
  const toDelivery = secondsTo('dropoff_complete');
  return {
    ...(toAssignment === undefined ? {} : { assigned: 1, secondsToAssignment: toAssignment }),
    ...(toPickup === undefined ? {} : { pickedUp: 1, secondsToPickup: toPickup }),
    ...(toDelivery === undefined ? {} : { arrived: 1, secondsToDelivery: toDelivery }),
  };
}

/** What an attempt cost, whole when the package was picked up, else only the fees that were added to the agreed price. */
function costs({ task, delivery, configuration }: AttemptOfJob): Readonly<Record<string, number>> {
  const quoted = task.quotes.find(({ id }) => id === task.winnerQuoteId)?.totalPriceCents;
  const isCharged = wasPickedUp(delivery);
  const costCents = isCharged
    ? delivery.totalPriceCents
    : Math.max(0, delivery.totalPriceCents - (quoted ?? delivery.totalPriceCents));
  const meters = configuration.package.drivingMetrics?.distance ?? 0;
  return {
    costCents,
    ...(isCharged && quoted !== undefined ? { quotedCents: quoted, costOfQuotedCents: costCents } : {}),
    ...(isCharged && meters > 0 ? { meters: Math.round(meters), costOfMeasuredCents: costCents } : {}),
  };
}

function withoutZeros(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}
