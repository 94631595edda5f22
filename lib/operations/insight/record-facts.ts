import {
  loadRoute,
  type RouteEventData,
  readDrivenMeters,
  routeCompleted,
  routeEntity,
  routeFailed,
} from '../../fleet/routes/index.ts';
import { feedbackAdded } from '../../fulfilment/dispatch/index.ts';
import {
  incidentRaised,
  type RefundData,
  refundCreated,
  refundUpdated,
} from '../../fulfilment/incidents/index.ts';
import {
  type JobAggregate,
  type JobEventData,
  jobCanceled,
  proofAdded,
  readJob,
  type TaskEventData,
  taskEvents,
} from '../../fulfilment/jobs/index.ts';
import { orderEntity } from '../../ordering/orders/index.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { runEnded } from '../../reactions/automations/index.ts';
import type { Places } from './dimensions.ts';
import { askForMinute, type CountingDeps } from './due-counts.ts';
import { type About, type Fact, isOpen, minuteOf, recordFact } from './fact.ts';
import { bookedOrderId, COUNTED_BOOKING_EVENTS, factOfBooking } from './facts-of-booking.ts';
import {
  type AttemptOfJob,
  aboutAttempt,
  attemptOf,
  factOfAttempt,
  placesOfAttempt,
  type Surroundings,
} from './facts-of-delivery.ts';
import { COUNTED_ORDER_EVENTS, factOfOrder } from './facts-of-order.ts';
import { factOfRoute } from './facts-of-route.ts';
import { factOfRun } from './facts-of-run.ts';
import { COUNTED_WINDOW_EVENTS, factsOfWindow } from './facts-of-window.ts';
import { workflowsOfAttempt } from './workflows-of-attempt.ts';
import { zonesAtDropoff } from './zones-at-dropoff.ts';

/** The events that count. */
export const COUNTED_EVENTS = Object.freeze([
  ...COUNTED_ORDER_EVENTS,
  ...COUNTED_BOOKING_EVENTS,
  ...COUNTED_WINDOW_EVENTS,
  taskEvents.completed,
  taskEvents.failed,
  taskEvents.canceled_by_provider,
  taskEvents.canceled_by_customer,
  taskEvents.canceled_by_system,
  taskEvents.attempts_exhausted,
  jobCanceled,
  proofAdded,
  incidentRaised,
  refundCreated,
  refundUpdated,
  routeCompleted,
  routeFailed,
  feedbackAdded,
  runEnded,
]);

/** Ratings from 0 to 5 that are below this count as low. */
const LOW_RATING = 3;

/** Records what an event says, once, and has the counts of its minute made. */
export async function recordFacts(deps: CountingDeps, event: EventRecord): Promise<void> {
  const ofOrder = factOfOrder(event);
  const facts = ofOrder ? [ofOrder] : (factsOfWindow(event) ?? (await factsBehind(deps, event)));
  for (const fact of facts) {
    if (!isOpen(fact.minute, deps.clock.now())) {
      deps.log.warn('insight.too-late', 'What happened long ago is not counted any more.', {
        factId: fact.id,
        minute: fact.minute,
      });
      continue;
    }
    await recordFact(deps, fact);
    await askForMinute(deps, fact);
  }
}

async function factsBehind(deps: CountingDeps, event: EventRecord): Promise<readonly Fact[]> {
  const orderId = bookedOrderId(event);
  if (orderId !== undefined) {
    const order = await deps.table.get(orderEntity, { organizationId: event.organizationId, id: orderId });
    return order ? [factOfBooking(event, order.value)] : [];
  }
  if (event.name === runEnded.name) {
    const fact = await factOfRun(deps.table, event);
    return fact ? [fact] : [];
  }
  if (event.name !== routeCompleted.name && event.name !== routeFailed.name)
    return factsOfJobEvent(deps, event);
  const { organizationId } = event;
  const { routeId } = event.data as RouteEventData;
  const route = await loadRoute(deps.table, { organizationId, id: routeId });
  if (!route) return [];
  const fact = factOfRoute(route.stored, route.stops, await readDrivenMeters(deps.table, route));
  return fact ? [fact] : [];
}

async function factsOfJobEvent(deps: CountingDeps, event: EventRecord): Promise<readonly Fact[]> {
  const { jobId } = event.data as JobEventData;
  const job = await readJob(deps.table, event.organizationId, jobId);
  if (!job) return [];
  if (event.name === jobCanceled.name) return factsOfJob(deps, job);
  const attempt = attemptOf(job, (event.data as TaskEventData).taskId);
  if (!attempt) return [];
  const around = await surroundingsOf(deps, job, attempt);
  const behind = { about: aboutAttempt(job, attempt), places: placesOfAttempt(job, attempt, around) };
  if (event.name === incidentRaised.name) return [incidentFact(event, behind)];
  if (event.name === feedbackAdded.name) return [ratingFact(event, behind)];
  if (event.name === refundCreated.name || event.name === refundUpdated.name)
    return refundFacts(event, behind);
  const fact = factOfAttempt(job, attempt, around);
  return fact ? [fact] : [];
}

/** The facts of every attempt of a job that has ended. */
async function factsOfJob(
  deps: Pick<CountingDeps, 'table' | 'clock' | 'memory'>,
  job: JobAggregate,
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { value: task } of job.tasks) {
    const attempt = attemptOf(job, task.id);
    const fact = attempt && factOfAttempt(job, attempt, await surroundingsOf(deps, job, attempt));
    if (fact) facts.push(fact);
  }
  return facts;
}

async function surroundingsOf(
  deps: Pick<CountingDeps, 'table' | 'clock' | 'memory'>,
  job: JobAggregate,
  { configuration }: AttemptOfJob,
): Promise<Surroundings> {
  const { organizationId, routeId, id: jobId } = job.job.value;
  const [route, zoneIds, workflowIds] = await Promise.all([
    routeId === null ? undefined : deps.table.get(routeEntity, { organizationId, id: routeId }),
    zonesAtDropoff(deps, organizationId, configuration.package.dropoffLocation),
    workflowsOfAttempt(deps, { organizationId, orderId: configuration.orderId, jobId }),
  ]);
  return {
    driverId: route?.value.courier?.id ?? null,
    driverGroupId: route?.value.driverGroup?.id ?? null,
    ...{ zoneIds, workflowIds },
  };
}

/** The attempt behind an incident, a refund or a rating. */
interface Behind {
  readonly about: About;
  readonly places: Places;
}

function incidentFact(event: EventRecord, { about, places }: Behind): Fact {
  const { organizationId, id, occurredAt } = event;
  const at = { organizationId, minute: minuteOf(occurredAt), id, revision: 1 };
  return { ...at, about, places: places as Fact['places'], sums: { incidents: 1 } };
}

/** The latest rating of a delivery, in the minute of its first one. */
function ratingFact(event: EventRecord, { about, places }: Behind): Fact {
  const { organizationId } = event;
  const { deliveryId, score, firstAt, version: revision } = feedbackAdded.parse(event).data;
  const id = `${deliveryId}.rating`;
  return {
    ...{ organizationId, id, about, minute: minuteOf(firstAt), revision },
    places: places as Fact['places'],
    sums: { ratings: 1, ratingSum: score, ...(score < LOW_RATING ? { ratingsLow: 1 } : {}) },
  };
}

/** What was asked for, and, once it is decided, what was granted. */
function refundFacts(event: EventRecord, { about, places }: Behind): readonly Fact[] {
  const { organizationId } = event;
  const { refundRequest: request } = event.data as RefundData;
  const currency = request.currency === null ? {} : { currency: [request.currency] };
  const of = { organizationId, about, places: { ...places, ...currency } as Fact['places'] };
  const asked: Fact = {
    ...of,
    id: `${request.id}.asked`,
    minute: minuteOf(request.createdAt),
    revision: 1,
    sums: { refundsAsked: 1, refundAskedCents: request.requestAmountCents },
  };
  if (request.resolutionDate === null) return [asked];
  const grantedCents = request.refundAmountCents ?? 0;
  const decided: Fact = {
    ...of,
    id: `${request.id}.decided`,
    minute: minuteOf(request.resolutionDate),
    revision: request.version,
    sums: {
      refundsDecided: 1,
      ...(grantedCents > 0 ? { refundsGranted: 1, refundGrantedCents: grantedCents } : {}),
    },
  };
  return [asked, decided];
}
