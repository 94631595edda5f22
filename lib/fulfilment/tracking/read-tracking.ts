import {
  isTrackingKey,
  type Order,
  orderEntity,
  readTrackingToken,
  type TrackingRef,
} from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { documentKey } from '../documents/index.ts';
import { advancedTask, deliveryOf, type JobAggregate, jobIdOf, readJob } from '../jobs/index.ts';
import { trackingLinkExpired, trackingLinkUnknown } from './refusals.ts';
import {
  endedAt,
  type TrackingView,
  type TrackingViewNow,
  trackingView,
  viewOfOrder,
} from './tracking-view.ts';

const DAY_MS = 24 * 3_600_000;

/** How long a link works after the delivery ended; never longer than `LONGEST_MS`. */
const AFTER_END_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;

export interface TrackingDeps extends CoreDeps {
  readonly bucket: Bucket;
}

/** Data of a tracking link: 1 call for a package, 1 or 2 for an order. Forged and unknown links get the same reply. */
export async function readTracking(deps: TrackingDeps, token: string): Promise<TrackingViewNow | Refusal> {
  const unknown = trackingLinkUnknown('This tracking link is not valid. Check that you copied all of it.');
  const ref = readTrackingToken(token);
  if (!ref) return unknown;
  const found = ref.kind === 'order' ? await ofOrder(deps, ref) : await ofPackage(deps, ref);
  if (!found) return unknown;
  const { madeAt: createdAtOf, ended, view } = found;
  const until = Math.min(
    Date.parse(createdAtOf) + LONGEST_MS,
    ended === null ? Number.POSITIVE_INFINITY : Date.parse(ended) + AFTER_END_MS,
  );
  return until < deps.clock.now()
    ? trackingLinkExpired('This tracking link has expired. Ask the sender about the delivery.')
    : { ...view, now: toInstant(deps.clock.now()) };
}

interface Found {
  readonly madeAt: string;
  readonly ended: string | null;
  readonly view: TrackingView;
}

async function ofPackage(
  { table, bucket }: TrackingDeps,
  { organizationId, id, key }: TrackingRef,
): Promise<Found | undefined> {
  const jobId = jobIdOf(id);
  const job = jobId === undefined ? undefined : await readJob(table, organizationId, jobId);
  const configuration = job?.configurations.find(({ value }) => value.id === id)?.value;
  return job && isTrackingKey(key, configuration?.trackingKey)
    ? shown(bucket, job, (one) => one.id === id, job.job.value.createdAt)
    : undefined;
}

async function ofOrder(
  { table, bucket }: TrackingDeps,
  { organizationId, id, key }: TrackingRef,
): Promise<Found | undefined> {
  const order = (await table.get(orderEntity, { organizationId, id }))?.value;
  if (!order || !isTrackingKey(key, order.trackingKey)) return undefined;
  const job = order.jobId === undefined ? undefined : await readJob(table, organizationId, order.jobId);
  return (job && shown(bucket, job, ({ orderId }) => orderId === id, order.createdAt)) ?? waiting(order);
}

function shown(
  bucket: Bucket,
  job: JobAggregate,
  isShown: (configuration: JobAggregate['configurations'][number]['value']) => boolean,
  createdAtOf: string,
): Found | undefined {
  const configuration = job.configurations.map(({ value }) => value).find(isShown);
  if (!configuration) return undefined;
  const delivery = deliveryOf(job, advancedTask(job, configuration.id));
  const { organizationId, jobId } = configuration;
  const linkOf = (id: string) => bucket.downloadLink(organizationId, documentKey({ jobId, id }));
  return {
    madeAt: createdAtOf,
    ended: endedAt(configuration, delivery),
    view: trackingView(job.job.value, configuration, delivery, createdAtOf, linkOf),
  };
}

function waiting(order: Order): Found {
  const isOver = order.status === 'canceled' || order.status === 'archived';
  return {
    madeAt: order.createdAt,
    ended: isOver ? order.updatedAt : null,
    view: viewOfOrder(order, isOver),
  };
}
