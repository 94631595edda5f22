import { deliveryOf, readJob, wasPickedUp } from '../../../fulfilment/jobs/index.ts';
import type { OwnFleetSettings, ProviderAccounts } from '../../../fulfilment/providers/accounts/index.ts';
import {
  addedUp,
  type CreateRequest,
  defineProvider,
  type Provider,
  type ProviderRefusal,
  refused,
  type Shipment,
} from '../../../fulfilment/providers/index.ts';
import { type Clock, toInstant } from '../../../platform/core/clock.ts';
import { estimateDrive } from '../../../platform/core/geography.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { create, type Operation, replace, type Table } from '../../../platform/table/index.ts';
import { armTimer, readTimer } from '../../../platform/timers/index.ts';
import {
  type Assignment,
  assignmentEntity,
  assignmentEvents,
  assignmentPartition,
  assignmentTimer,
  heldTaskEntity,
} from './assignment.ts';
import { courierSearch } from './find-couriers.ts';
import { OWN_FLEET } from './own-fleet-id.ts';

type CreateOutcome = Awaited<ReturnType<Provider['create']>>;
type CancelOutcome = Awaited<ReturnType<Provider['cancel']>>;

/** Packages of a batch that are priced in parallel. */
const WIDTH = 10;

const CANCELED: CancelOutcome = { outcome: 'canceled' };
const SWITCHED_OFF = refused('The own fleet is switched off.');
const NOBODY = refused('No courier of the own fleet is on shift with what the package needs.');
const TAKEN_BACK = refused('The own fleet was asked to release this delivery.');

/** What the own fleet depends on. */
export interface OwnFleetDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly book: ProviderAccounts;
}

/**
 * The organization's own couriers as a provider. It accepts a delivery when a suitable courier is on shift; a
 * worker then offers it to couriers, one at a time. A delivery that no courier accepts is given up and goes
 * to the next provider.
 */
export function ownFleet(deps: OwnFleetDeps): Provider {
  const { table, clock, book } = deps;
  const settingsOf = async (organizationId: string) =>
    (await book.of(organizationId)).find(({ id }) => id === OWN_FLEET.id)?.ownFleet ?? undefined;

  /** Looks for couriers; undefined while the own fleet is switched off. */
  const searchFor = async (organizationId: string): Promise<Search | undefined> => {
    const settings = await settingsOf(organizationId);
    if (!settings) return undefined;
    const now = toInstant(clock.now());
    return { settings, now, find: courierSearch(deps, { organizationId, settings, now }) };
  };

  const priceOf = async ({ settings, now, find }: Search, shipment: Shipment) => {
    if (settings.currency !== shipment.currency) {
      return refused(`The rates of the own fleet are in ${settings.currency}, not in ${shipment.currency}.`);
    }
    const at = neededAt(shipment, now);
    const found = await find(shipment, at);
    const best = found.find(({ isFree }) => isFree) ?? found[0];
    if (!best) return NOBODY;
    const { pickup, dropoff } = shipment;
    const way = pointsOf(pickup, dropoff);
    const ride = way && estimateDrive(way[0], way[1]);
    const kilometres = (ride?.distanceMeters ?? 0) / 1000;
    const { baseCents, perKilometerCents, minimumCents } = best.rate;
    const priceCents = Math.max(minimumCents, 1, Math.round(baseCents + perKilometerCents * kilometres));
    const quoted = { outcome: 'quoted' as const, priceCents, currency: settings.currency };
    const approach = at === now && best.position && way ? estimateDrive(best.position, way[0]) : undefined;
    if (!approach || !ride) return quoted;
    const pickupAt = clock.now() + approach.durationSeconds * 1000;
    return {
      ...quoted,
      pickupEta: toInstant(pickupAt),
      dropoffEta: toInstant(pickupAt + ride.durationSeconds * 1000),
    };
  };

  return defineProvider({
    ...OWN_FLEET,
    isInternal: true,
    news: 'reported',

    async quote({ organizationId, shipment }) {
      const search = await searchFor(organizationId);
      return search ? priceOf(search, shipment) : SWITCHED_OFF;
    },

    async quoteBatch({ organizationId, shipments }) {
      const search = await searchFor(organizationId);
      if (!search) return SWITCHED_OFF;
      return addedUp(
        await mapConcurrently(shipments, WIDTH, (shipment) => priceOf(search, shipment)),
        shipments,
      );
    },

    async create(request) {
      const { organizationId, idempotencyKey: id, jobId, batch } = request;
      const accepted = {
        outcome: 'accepted' as const,
        providerDeliveryId: id.replace(/^tsk_/, 'own_'),
        ...(batch ? { providerBatchId: batch.id } : {}),
      };
      const created = await retryLostRace(clock, async (): Promise<CreateOutcome | undefined> => {
        const known = await table.get(heldTaskEntity, { organizationId, id });
        if (known) return known.value.state === 'held' ? accepted : TAKEN_BACK;
        const assignmentId = batch?.id ?? id;
        const held = { organizationId, id, assignmentId, jobId, state: 'held' as const };
        const present = await table.get(assignmentEntity, { organizationId, id: assignmentId });
        // A batch goes to one courier, who was found for its first package.
        const opening = present ? [] : await opened(assignmentId, request);
        if ('outcome' in opening) return opening;
        return (await table.write([create(heldTaskEntity, held), ...opening])).ok ? accepted : undefined;
      });
      if (created) return created;
      throw new Error(`The own fleet's record of ${id} changed too often.`);
    },

    // The requirements of a package may have changed; its courier sees them on the delivery.
    update: async () => ({ outcome: 'updated' }),

    async cancel({ organizationId, idempotencyKey: id }) {
      const canceled = await retryLostRace(clock, async (): Promise<CancelOutcome | undefined> => {
        const known = await table.get(heldTaskEntity, { organizationId, id });
        if (known?.value.state === 'canceled') return CANCELED;
        if (!known) {
          const nothing = { organizationId, id, assignmentId: null, jobId: null, state: 'canceled' as const };
          return (await table.write([create(heldTaskEntity, nothing)])).ok ? CANCELED : undefined;
        }
        const { assignmentId, jobId } = known.value;
        const job = jobId === null ? undefined : await readJob(table, organizationId, jobId);
        const task = job?.tasks.find(({ value }) => value.id === id)?.value;
        if (job && wasPickedUp(deliveryOf(job, task))) {
          return refused('The courier already has the package.');
        }
        const told = recalled(organizationId, assignmentId ?? id, jobId ?? '', id);
        const next = { ...known.value, state: 'canceled' as const };
        return (await table.write([replace(heldTaskEntity, known, next), told])).ok ? CANCELED : undefined;
      });
      if (canceled) return canceled;
      throw new Error(`The own fleet's record of ${id} changed too often.`);
    },

    async refresh({ organizationId, idempotencyKey: id }) {
      const known = await table.get(heldTaskEntity, { organizationId, id });
      return known?.value.state === 'held'
        ? { outcome: 'known', providerDeliveryId: id.replace(/^tsk_/, 'own_'), updates: [] }
        : { outcome: 'unknown' };
    },

    // Couriers report through the fleet endpoints, which already use the service's own words.
    normalize: () => [],
  });

  /** The writes that open an assignment, or why no courier is available. */
  async function opened(
    id: string,
    { organizationId, jobId, shipment }: CreateRequest,
  ): Promise<readonly Operation[] | ProviderRefusal> {
    const search = await searchFor(organizationId);
    if (!search) return SWITCHED_OFF;
    const able = await search.find(shipment, neededAt(shipment, search.now));
    return able.length === 0 ? NOBODY : open(id, jobId, search.settings, organizationId);
  }

  async function open(
    id: string,
    jobId: string,
    settings: OwnFleetSettings,
    organizationId: string,
  ): Promise<readonly Operation[]> {
    const at = toInstant(clock.now());
    const assignment: Assignment = {
      organizationId,
      id,
      jobId,
      phase: 'looking',
      courierId: null,
      offeredUntil: null,
      assignedBy: null,
      refusedBy: [],
      turn: 0,
      searchUntil: toInstant(clock.now() + settings.searchMinutes * 60_000),
      acceptanceSeconds: settings.acceptanceSeconds,
      createdAt: at,
      updatedAt: at,
    };
    return [
      create(assignmentEntity, assignment),
      assignmentEvents.opened.record({
        aggregate: assignmentPartition(assignment),
        cause: 'opened',
        occurredAt: at,
        data: { assignmentId: id, jobId, courierId: null },
      }),
      // If the worker's message is lost, the timer takes over.
      ...armTimer({
        organizationId,
        kind: assignmentTimer,
        subject: id,
        dueAt: toInstant(clock.now() + 60_000),
        data: { assignmentId: id },
        occurredAt: at,
        stored: await readTimer(table, { organizationId, kind: assignmentTimer, subject: id }),
      }),
    ];
  }

  function recalled(organizationId: string, id: string, jobId: string, taskId: string): Operation {
    return assignmentEvents.recalled.record({
      aggregate: assignmentPartition({ organizationId, id }),
      cause: `recalled#${taskId}`,
      occurredAt: toInstant(clock.now()),
      data: { assignmentId: id, jobId, courierId: null },
    });
  }
}

/** A search for couriers with the settings of the own fleet. */
interface Search {
  readonly settings: OwnFleetSettings;
  /** The present instant. */
  readonly now: string;
  readonly find: ReturnType<typeof courierSearch>;
}

/** When a courier is needed; never before now. */
function neededAt({ deliveryMode, pickup }: Shipment, now: string): string {
  const start = deliveryMode === 'scheduled' ? (pickup.startTime ?? now) : now;
  return start > now ? start : now;
}

function pointsOf(
  from: { readonly lat: number | null; readonly lng: number | null },
  to: { readonly lat: number | null; readonly lng: number | null },
) {
  if (from.lat === null || from.lng === null || to.lat === null || to.lng === null) return undefined;
  return [
    { lat: from.lat, lng: from.lng },
    { lat: to.lat, lng: to.lng },
  ] as const;
}
