import * as z from 'zod';
import { routeEntity } from '../../../fleet/routes/index.ts';
import { readJob } from '../../../fulfilment/jobs/index.ts';
import { orderEntity } from '../../../ordering/orders/index.ts';
import { windowCutoffs } from '../../../ordering/windows/index.ts';
import { zonesAt } from '../../../places/zones/index.ts';
import { readActivity } from '../../../platform/activities/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { followCourier } from '../positions/courier-stack.ts';
import { meetsConditions } from '../triggers/meets-conditions.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import type { Happening, More } from '../types/define-notification-trigger.ts';
import { deliveryMetadata } from './delivery-metadata.ts';

const about = z.object({
  jobId: z.string().nullish(),
  taskId: z.string().nullish(),
  deliveryId: z.string().nullish(),
  orderId: z.string().nullish(),
  orderIds: z.array(z.string()).nullish(),
  activityId: z.string().nullish(),
  entityType: z.string().nullish(),
  entityId: z.string().nullish(),
});

/** The current job and order of an event, and whatever `needs` names. At most 2 calls without needs. */
export async function loadEventContext(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  event: EventRecord,
  needs: ReadonlySet<keyof More> = new Set(),
): Promise<Happening> {
  const { organizationId } = event;
  const data = z.record(z.string(), z.unknown()).catch({}).parse(event.data);
  const ids = about.catch({}).parse(data);
  const entity = ids.entityId ?? undefined;
  const jobId = ids.jobId ?? (ids.entityType === 'job' ? entity : undefined);
  const job = jobId ? await readJob(deps.table, organizationId, jobId) : undefined;
  const task = ids.taskId
    ? job?.tasks.find(({ value }) => value.id === ids.taskId)?.value
    : job?.tasks.at(-1)?.value;
  const delivery = job?.deliveries.find(
    ({ value }) => value.id === (ids.deliveryId ?? task?.deliveryId),
  )?.value;
  const configuration = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value;
  const isStop = event.aggregateType === 'route';
  const orderId =
    ids.orderId ??
    (ids.entityType === 'order' ? entity : undefined) ??
    (isStop ? undefined : configuration?.orderId);
  const order = orderId
    ? (await deps.table.get(orderEntity, { organizationId, id: orderId }))?.value
    : undefined;
  const happening = { event, data, job, task, delivery, order, more: {} };
  return needs.size === 0 ? happening : { ...happening, more: await readMore(deps, happening, needs) };
}

async function readMore(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { event, data, job, delivery, order }: Happening,
  needs: ReadonlySet<keyof More>,
): Promise<More> {
  const { organizationId } = event;
  const more: More = {};
  if (needs.has('activityResult') && typeof data.activityId === 'string') {
    const actor = { organizationId, storeLocationIds: null, driverGroupIds: null };
    const found = await readActivity(deps.table, actor, data.activityId);
    more.activityResult = isRefusal(found) ? null : found.result;
  }
  if (needs.has('cutoff') && order?.windowBooking && order.deliveryWindowId) {
    more.cutoff = await windowCutoffs(deps)(organizationId, order.deliveryWindowId);
  }
  if (needs.has('stacked') && job && delivery) more.stacked = await followCourier(deps, delivery);
  return more;
}

/** Whether the trigger is for the dispatch strategy of the job or the order. Pure. */
export function isForStrategy(
  { optionsGroupIds }: NotificationTrigger,
  { job, order }: Pick<Happening, 'job' | 'order'>,
): boolean {
  const strategyId = job?.job.value.strategy.id ?? order?.dispatchStrategyId;
  return optionsGroupIds.length === 0 || (strategyId !== undefined && optionsGroupIds.includes(strategyId));
}

/** Whether the event matches the trigger's targeting, as far as the job and the order show. Pure. */
function isTargeted(trigger: NotificationTrigger, happening: Happening): boolean {
  if (!isForStrategy(trigger, happening)) return false;
  return meetsConditions(trigger.conditionalLogic, deliveryMetadata(happening));
}

/** As `isTargeted`, with driver groups and zones: 1 more read for groups and 2 for zones, if a trigger names them. */
export async function concerns(
  deps: Pick<CoreDeps, 'table'>,
  trigger: NotificationTrigger,
  happening: Happening,
): Promise<boolean> {
  if (!isTargeted(trigger, happening)) return false;
  const { contractIds, zoneIds } = trigger;
  if (contractIds.length > 0 && !(await isOfContract(deps, contractIds, happening))) return false;
  // For positions of couriers the zones refer to the courier; otherwise to the dropoff.
  if (zoneIds.length > 0 && trigger.type !== 'zone_geolocation') return isInZone(deps, zoneIds, happening);
  return true;
}

async function isOfContract(
  { table }: Pick<CoreDeps, 'table'>,
  contractIds: readonly string[],
  { event, job, data, order }: Happening,
): Promise<boolean> {
  const { organizationId } = event;
  const routeId =
    typeof data.routeId === 'string' ? data.routeId : (job?.job.value.routeId ?? order?.routeId ?? null);
  const route = routeId ? await table.get(routeEntity, { organizationId, id: routeId }) : undefined;
  const groupId = route?.value.driverGroup?.id;
  return groupId !== undefined && contractIds.includes(groupId);
}

async function isInZone(
  { table }: Pick<CoreDeps, 'table'>,
  zoneIds: readonly string[],
  { event, job, task, order }: Happening,
): Promise<boolean> {
  const { organizationId } = event;
  const to = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value.package
    .dropoffLocation;
  const zones = await zonesAt(table, organizationId, {
    lat: to?.lat ?? order?.dropoffLat ?? undefined,
    lng: to?.lng ?? order?.dropoffLng ?? undefined,
    zip: to?.addressZip ?? order?.dropoffAddressZip ?? undefined,
    city: to?.addressCity ?? order?.dropoffAddressCity ?? undefined,
    state: to?.addressState ?? order?.dropoffAddressState ?? undefined,
    country: to?.addressCountry ?? order?.dropoffAddressCountry ?? undefined,
  });
  return zones.some(({ value }) => zoneIds.includes(value.id));
}
