import { publicTrackingUrl } from '../../ordering/orders/index.ts';
import { portalUrl } from '../../platform/core/links.ts';
import { renderQuote, type StoredQuote } from '../quotes/index.ts';
import { renderStrategy } from '../strategies/index.ts';
import { type Batch, winnerOf } from './batch.ts';
import { type Configuration, listedConfigurations } from './configuration.ts';
import type { Delivery } from './deliveries/delivery.ts';
import { renderDelivery } from './deliveries/render-delivery.ts';
import { isJobOver } from './is-over.ts';
import type { JobAggregate } from './job-aggregate.ts';
import { routeOfJob } from './job-route.ts';
import type { Package } from './package.ts';
import type { ReturnedJob, ReturnedTask } from './returned-job.ts';
import type { Task } from './task.ts';
import { isTaskOver } from './task-lifecycle.ts';
import { taskStatusAfter } from './task-status-after.ts';

/** How a job is shown. */
export interface RenderOptions {
  /** Leaves out quotes and failed quotes and reduces `advancedTask` to its id. */
  readonly compressed?: boolean;
  /** Shows only this configuration of the job, as updates of one package of a large batch do. */
  readonly onlyConfigurationId?: string | undefined;
  /**
   * Shows the job as it was when this delivery got the `historyLength`th status of its history; everything
   * later, also on other attempts, is left out. A history length of 0 shows the job before that delivery was
   * created.
   */
  readonly asOf?: {
    readonly deliveryId: string;
    readonly historyLength: number;
    /** Late statuses of the delivery that were known then; absent = those that had arrived before the status. */
    readonly lateCount?: number | undefined;
    /** It was known then that no other attempt would follow. */
    readonly isExhausted?: boolean;
  };
}

/** A job in its wire form (specification 2.3). */
export function renderJob(aggregate: JobAggregate, options: RenderOptions = {}): ReturnedJob {
  const seen = options.asOf ? rewind(aggregate, options.asOf) : aggregate;
  const job = seen.job.value;
  // A message about an undispatched order's own delivery shows that one too.
  const told = seen.deliveries.find(({ value }) => value.id === options.asOf?.deliveryId)?.value;
  const all = seen.configurations.map(({ value }) => value);
  const listed = new Set([
    ...listedConfigurations(all).map(({ id }) => id),
    told?.configurationId,
    options.onlyConfigurationId,
  ]);
  const configurations = seen.configurations.filter(({ value }) => listed.has(value.id));
  const parts = {
    job,
    configurations: configurations.map(({ value }) => value),
    tasks: seen.tasks.map(({ value }) => value),
    deliveries: seen.deliveries.map(({ value }) => value),
  };
  return {
    id: job.id,
    version: seen.job.version,
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
    portalUrl: portalUrl('jobs', job.id),
    isActive: job.canceledAt === null && !isJobOver(seen),
    isBatch: job.isBatch,
    batch: seen.batch ? renderBatch(seen.batch.value, parts.configurations, options) : null,
    route: options.onlyConfigurationId === undefined ? routeOfJob({ ...seen, configurations }) : null,
    routeId: job.routeId,
    jobConfigurations: parts.configurations.filter(isShown).map((configuration) => {
      const tasks = parts.tasks.filter(({ configurationId }) => configurationId === configuration.id);
      const rendered = tasks.map((task) =>
        renderTask(
          task,
          parts.deliveries.find(({ id }) => id === task.deliveryId),
          options,
        ),
      );
      const advanced = rendered.at(-1) ?? null;
      return {
        id: configuration.id,
        orderId: configuration.orderId,
        package: renderPackage(configuration.package),
        tasks: rendered,
        advancedTask: advanced && options.compressed ? { id: advanced.id } : advanced,
        delivery: advanced?.delivery ?? null,
        publicTrackingUrl: publicTrackingUrl(
          { organizationId: job.organizationId, kind: 'package', id: configuration.id },
          configuration.trackingKey,
        ),
      };
    }),
    externalIdentifier: job.externalIdentifier,
    jobMetadata: job.jobMetadata,
    tags: job.tags,
    optionsGroup: renderStrategy(job.strategy),
    shortReferenceCode: job.shortReferenceCode,
  };

  function isShown({ id }: Configuration): boolean {
    return options.onlyConfigurationId === undefined || options.onlyConfigurationId === id;
  }
}

function renderBatch(
  batch: Batch,
  configurations: readonly Configuration[],
  { compressed }: Pick<RenderOptions, 'compressed'>,
): ReturnedJob['batch'] {
  const idAt = new Map(configurations.map(({ position, id }) => [position, id]));
  const winner = winnerOf(batch);
  const stops = batch.stops.flatMap(({ position, type }) => {
    const id = idAt.get(position);
    return id === undefined ? [] : [{ id, type }];
  });
  return {
    id: batch.id,
    type: batch.type,
    objectSequence: stops.map(({ id }) => id),
    stopTypes: stops.map(({ type }) => type),
    providerId: batch.providerId,
    providerIsInternal: batch.providerIsInternal,
    winnerQuote: winner ? renderQuote(winner) : null,
    ...(compressed
      ? {}
      : { quotes: batch.quotes.map(renderQuote), failedQuotes: batch.failedQuotes.map(renderQuote) }),
  };
}

/** A task in its wire form. */
export function renderTask(
  task: Task,
  delivery: Delivery | undefined,
  options: Pick<RenderOptions, 'compressed'> = {},
): ReturnedTask {
  const winner = task.quotes.find(({ id }) => id === task.winnerQuoteId);
  return {
    id: task.id,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    status: task.status,
    pickupStartTime: task.pickupStartTime,
    pickupEndTime: task.pickupEndTime,
    dropoffStartTime: task.dropoffStartTime,
    dropoffEndTime: task.dropoffEndTime,
    providerId: task.providerId,
    providerIsInternal: task.providerIsInternal,
    tipAmountCents: task.tipAmountCents,
    tipAmountUsd: decimal(task.tipAmountCents),
    winnerQuote: winner ? renderTaskQuote(winner) : null,
    ...(options.compressed
      ? {}
      : { quotes: task.quotes.map(renderTaskQuote), failedQuotes: task.failedQuotes.map(renderTaskQuote) }),
    delivery: delivery ? renderDelivery(delivery) : null,
    failureReason: task.failureReason,
    taskNotes: task.taskNotes,
  };
}

function renderTaskQuote({ providerQuoteId: _, standing: _standing, ...quote }: StoredQuote) {
  return { ...quote, price_cents: quote.priceCents };
}

function renderPackage(item: Package) {
  return {
    ...item,
    minimumVehicleSize: item.minimumVehicleSize ?? undefined,
    value: item.valueCents / 100,
    tax: decimal(item.taxCents),
    serviceFee: decimal(item.serviceFeeCents),
  };
}

function decimal(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/**
 * The job as it was when the delivery's history had that length. Whether another attempt could follow was known then
 * only if the event says so or, for other packages, if that was settled earlier.
 */
function rewind(aggregate: JobAggregate, asOf: NonNullable<RenderOptions['asOf']>): JobAggregate {
  const told = aggregate.deliveries.find(({ value }) => value.id === asOf.deliveryId)?.value;
  if (!told) return aggregate;
  const at = told.statusHistory[Math.max(asOf.historyLength, 1) - 1]?.created_at ?? told.updatedAt;
  const own = (attempt: { position: number; attempt: number }) =>
    attempt.position === told.position && attempt.attempt === told.attempt;
  const before = (attempt: { position: number; attempt: number; createdAt: string }) =>
    own(attempt) ||
    (attempt.position === told.position ? attempt.attempt < told.attempt : attempt.createdAt <= at);
  const deliveries = aggregate.deliveries
    .filter(({ value }) => before(value) && !(own(value) && asOf.historyLength === 0))
    .map((stored) => {
      const { statusHistory } = stored.value;
      const kept = own(stored.value)
        ? statusHistory.slice(0, asOf.historyLength)
        : stored.value.position === told.position
          ? statusHistory
          : statusHistory.filter(({ created_at }, index) => index === 0 || created_at <= at);
      const last = kept.at(-1);
      if (!last) return stored;
      const lateStatuses = own(stored.value)
        ? stored.value.lateStatuses.filter(({ after }, index) =>
            asOf.lateCount === undefined ? after < asOf.historyLength : index < asOf.lateCount,
          )
        : stored.value.lateStatuses;
      return {
        ...stored,
        value: { ...stored.value, statusHistory: kept, lateStatuses, status: last.status },
      };
    });
  const configurations = aggregate.configurations.map((stored) => {
    const { position, canceledAt, exhaustedAt } = stored.value;
    const isExhausted =
      position === told.position ? asOf.isExhausted === true : exhaustedAt !== null && exhaustedAt <= at;
    return {
      ...stored,
      value: {
        ...stored.value,
        canceledAt: canceledAt !== null && canceledAt <= at ? canceledAt : null,
        exhaustedAt: isExhausted ? exhaustedAt : null,
      },
    };
  });
  const tasks = aggregate.tasks
    .filter(({ value }) => before(value))
    .map((stored) => ({
      ...stored,
      value: rewindTask(
        stored.value,
        deliveries.find(({ value }) => value.id === stored.value.deliveryId)?.value,
      ),
    }));
  return {
    ...aggregate,
    job: { ...aggregate.job, value: { ...aggregate.job.value, canceledAt: null } },
    configurations,
    deliveries,
    tasks,
  };
}

/** The task's status as it follows from the delivery's at that moment. */
function rewindTask(task: Task, delivery: Delivery | undefined): Task {
  if (!delivery) return { ...task, status: 'created', failureReason: null };
  if (!isTaskOver(task.status)) return task;
  const status = taskStatusAfter(
    delivery.providerDeliveryId === null ? 'created' : 'running',
    delivery.status,
  );
  return isTaskOver(status) ? task : { ...task, status, failureReason: null };
}
