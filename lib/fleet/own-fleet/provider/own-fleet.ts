import { deliveryOf, jobEntity, readJob, wasPickedUp } from '../../../fulfilment/jobs/index.ts';
import type { ProviderAccounts } from '../../../fulfilment/providers/accounts/index.ts';
import {
  addedUp,
  type CreateRequest,
  defineProvider,
  type Provider,
  type ProviderRefusal,
  refused,
} from '../../../fulfilment/providers/index.ts';
import { type Clock, toInstant } from '../../../platform/core/clock.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { create, type Operation, replace, type Table } from '../../../platform/table/index.ts';
import { assignmentEntity, heldTaskEntity } from './assignment.ts';
import { driverOfRoute } from './driver-of-route.ts';
import { courierSearch } from './find-couriers.ts';
import { openAssignment, recallTask } from './open-assignment.ts';
import { OWN_FLEET } from './own-fleet-id.ts';
import { NOBODY, neededAt, priceDelivery, type Search, UNABLE } from './price-delivery.ts';

type CreateOutcome = Awaited<ReturnType<Provider['create']>>;
type CancelOutcome = Awaited<ReturnType<Provider['cancel']>>;

/** Packages of a batch that are priced in parallel. */
const WIDTH = 10;

const CANCELED: CancelOutcome = { outcome: 'canceled' };
const SWITCHED_OFF = refused('The own fleet is switched off.');
const TAKEN_BACK = refused('The own fleet was asked to release this delivery.');

/** What the own fleet depends on. */
export interface OwnFleetDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly book: ProviderAccounts;
}

/**
 * The organization's own couriers as a provider. It accepts a delivery when a suitable courier is on shift, or when its
 * route names the driver, on shift or not; a worker then offers it to couriers, one at a time. A delivery that no courier accepts is given up and goes
 * to the next provider.
 */
export function ownFleet(deps: OwnFleetDeps): Provider {
  const { table, clock, book } = deps;
  const settingsOf = async (organizationId: string) =>
    (await book.of(organizationId)).find(({ id }) => id === OWN_FLEET.id)?.ownFleet ?? undefined;

  /** Looks for couriers; undefined while the own fleet is switched off. */
  const searchFor = async (
    organizationId: string,
    named: { readonly routeId: string | null; readonly driverId: string | null },
  ): Promise<Search | undefined> => {
    const settings = await settingsOf(organizationId);
    if (!settings) return undefined;
    const driverId = named.driverId ?? (await driverOfRoute(table, organizationId, named.routeId));
    const now = toInstant(clock.now());
    const find = courierSearch(deps, { organizationId, settings, now, driverId });
    return { settings, now, nobody: driverId === undefined ? NOBODY : UNABLE, find };
  };

  return defineProvider({
    ...OWN_FLEET,
    isInternal: true,
    news: 'reported',

    async quote({ organizationId, shipment, ...named }) {
      const search = await searchFor(organizationId, named);
      return search ? priceDelivery(clock, search, shipment) : SWITCHED_OFF;
    },

    async quoteBatch({ organizationId, shipments, ...named }) {
      const search = await searchFor(organizationId, named);
      if (!search) return SWITCHED_OFF;
      return addedUp(
        await mapConcurrently(shipments, WIDTH, (shipment) => priceDelivery(clock, search, shipment)),
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
        const told = recallTask(clock, {
          organizationId,
          id: assignmentId ?? id,
          jobId: jobId ?? '',
          taskId: id,
        });
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
    const job = await table.get(jobEntity, { organizationId, id: jobId });
    const search = await searchFor(organizationId, job?.value ?? { routeId: null, driverId: null });
    if (!search) return SWITCHED_OFF;
    const able = await search.find(shipment, neededAt(shipment, search.now));
    return able.length === 0
      ? search.nobody
      : openAssignment(deps, { organizationId, id, jobId, settings: search.settings });
  }
}
