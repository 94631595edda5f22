import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  isTerminal,
  type JobAggregate,
  jobAggregateOf,
  jobPartition,
} from '../../../fulfilment/jobs/index.ts';
import { greatCircleMeters } from '../../../platform/core/geography.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Stored, save } from '../../../platform/table/index.ts';
import { fireTrigger } from '../firing/fire-trigger.ts';
import { concerns, isForStrategy, loadEventContext } from '../messages/load-event-context.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import type { Sighting, WatchMemory } from '../types/define-notification-trigger.ts';
import { triggerTypeOf } from '../types/index.ts';
import { STANDING_METERS } from '../types/position-types.ts';
import { type PositionSettings, watchedZones } from './position-settings.ts';
import { type PositionWatch, positionWatchEntity } from './position-watch.ts';

const moved = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  lat: z.number(),
  lng: z.number(),
});

/** A firing that a position caused. */
interface Tripped {
  readonly trigger: NotificationTrigger;
  readonly key: string;
}

export interface WatchDeps extends CoreDeps {
  readonly positionSettings: (organizationId: string) => Promise<PositionSettings>;
}

/**
 * Checks a position with all triggers on positions: one read (the job, with the memory of the triggers) and
 * at most one write, however many triggers there are. Only a position at which a condition becomes true reads
 * the order and what else the targeting of the triggers needs. Firings are written first, under keys derived
 * from the memory: a repetition finds the same keys.
 */
export async function watchPosition(deps: WatchDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const settings = await deps.positionSettings(organizationId);
  if (settings.triggers.length === 0) return;
  const data = moved.parse(event.data);
  const aggregate = await deps.table.readAggregate(jobPartition(organizationId, data.jobId));
  const job = jobAggregateOf(aggregate);
  const watch = aggregate.all(positionWatchEntity).find(({ value }) => value.deliveryId === data.deliveryId);
  const sighting = job && sightingOf(job, data, watch?.value, settings);
  if (!sighting || (watch && watch.value.at >= sighting.at)) return;
  const judged = judge(settings.triggers, job, sighting, watch?.value);
  if (judged.tripped.length > 0) {
    const happening = await loadEventContext(deps, event);
    for (const { trigger, key } of judged.tripped) {
      if (!(await concerns(deps, trigger, happening))) continue;
      await fireTrigger(deps, { trigger, happening, cause: key, destinations: settings.destinations });
    }
  }
  await remember(deps, { organizationId, sighting, watch, memories: judged.memories });
}

function sightingOf(
  job: JobAggregate,
  { taskId, deliveryId }: z.infer<typeof moved>,
  watch: PositionWatch | undefined,
  settings: PositionSettings,
): Sighting | undefined {
  const delivery = job.deliveries.find(({ value }) => value.id === deliveryId)?.value;
  const task = job.tasks.find(({ value }) => value.id === taskId)?.value;
  const item = job.configurations.find(({ value }) => value.id === task?.configurationId)?.value.package;
  const present = delivery?.courierLocation;
  if (!delivery || !task || !item || !present || isTerminal(delivery.status)) return undefined;
  const { lat, lng, updatedAt: at } = present;
  const isStanding = watch && greatCircleMeters(watch.standing, present) <= STANDING_METERS;
  return {
    at,
    lat,
    lng,
    standingSince: isStanding ? watch.standing.since : at,
    delivery,
    task,
    pickup: item.pickupLocation,
    dropoff: item.dropoffLocation,
    zoneIds: settings.zonesAt(lat, lng),
  };
}

/** Each trigger's result for the position. Pure. */
function judge(
  triggers: readonly NotificationTrigger[],
  job: JobAggregate,
  sighting: Sighting,
  watch: PositionWatch | undefined,
) {
  const memories: Record<string, WatchMemory> = {};
  const tripped: Tripped[] = [];
  for (const trigger of triggers) {
    const before = watch?.memories[trigger.id];
    if (before) memories[trigger.id] = before;
    const type = triggerTypeOf(trigger.type);
    const parameters = type?.parameters.safeParse(parametersOf(trigger, sighting));
    const isMeant = isForStrategy(trigger, { job, order: undefined });
    if (!type?.judge || !parameters?.success || !isMeant) continue;
    const { memory, fires } = type.judge(sighting, parameters.data, before);
    if (memory) memories[trigger.id] = memory;
    tripped.push(...fires.map((key) => ({ trigger, key: `${sighting.delivery.id}:${key}` })));
  }
  return { memories, tripped };
}

/** A trigger on zones that names none watches the zones to which it is limited, or all of them. */
function parametersOf(trigger: NotificationTrigger, { zoneIds }: Sighting): unknown {
  if (trigger.type !== 'zone_geolocation') return trigger.parameters;
  const own = watchedZones(trigger);
  return { ...trigger.parameters, zoneIds: (own.length > 0 ? own : zoneIds).slice(0, 20) };
}

/** Writes the new memory, if it changed. While nothing fires for a moving courier, that is only the position. */
async function remember(
  deps: CoreDeps,
  {
    organizationId,
    sighting,
    watch,
    memories,
  }: {
    readonly organizationId: string;
    readonly sighting: Sighting;
    readonly watch: Stored<PositionWatch> | undefined;
    readonly memories: Readonly<Record<string, WatchMemory>>;
  },
): Promise<void> {
  const { delivery, standingSince, at, lat, lng } = sighting;
  const isStanding = watch?.value.standing.since === standingSince;
  const next = {
    organizationId,
    jobId: delivery.jobId,
    deliveryId: delivery.id,
    at,
    standing: isStanding ? watch.value.standing : { lat, lng, since: at },
    memories,
  } as PositionWatch;
  if (watch && isDeepStrictEqual({ ...next, at: watch.value.at }, watch.value)) return;
  // Another position was checked meanwhile: its result stands, and the next position decides.
  await deps.table.write([save(positionWatchEntity, watch, next)]);
}
