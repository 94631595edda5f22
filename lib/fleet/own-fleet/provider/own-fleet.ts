import { isDeepStrictEqual } from 'node:util';
import { deliveryOf, jobEntity, readJob, wasPickedUp } from '../../../fulfilment/jobs/index.ts';
import type { OwnFleetSettings, ProviderAccounts } from '../../../fulfilment/providers/accounts/index.ts';
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

/** The route and the driver for whom couriers are searched. */
interface Named {
  readonly routeId: string | null;
  readonly driverId: string | null;
}

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
  const settingsOf = async (organizationId: string, age: 'recent' | 'now') =>
    (await book.of(organizationId, age)).find(({ id }) => id === OWN_FLEET.id)?.ownFleet ?? undefined;

  const searchWith = async (
    settings: OwnFleetSettings,
    organizationId: string,
    named: Named,
  ): Promise<Search> => {
    const driverId = named.driverId ?? (await driverOfRoute(table, organizationId, named.routeId));
    const now = toInstant(clock.now());
    const find = courierSearch(deps, { organizationId, settings, now, driverId });
    return { settings, now, nobody: driverId === undefined ? NOBODY : UNABLE, find };
  };

  /**
   * The answer of a search for couriers. Another function instance may already have used newer settings than this one
   * remembers. A refusal therefore counts only with the current ones: they are read once, and if they differ, the
   * search is done again.
   */
  const answered = async <Answer extends object>(
    organizationId: string,
    named: Named,
    answerOf: (search: Search) => Promise<Answer | ProviderRefusal>,
  ): Promise<Answer | ProviderRefusal> => {
    const answerWith = async (settings: OwnFleetSettings | undefined) =>
      settings ? answerOf(await searchWith(settings, organizationId, named)) : SWITCHED_OFF;
    const remembered = await settingsOf(organizationId, 'recent');
    const answer = await answerWith(remembered);
    if (!isRefused(answer)) return answer;
    const current = await settingsOf(organizationId, 'now');
    return isDeepStrictEqual(current, remembered) ? answer : answerWith(current);
  };

  return defineProvider({
    ...OWN_FLEET,
    isInternal: true,
    news: 'reported',

    quote: ({ organizationId, shipment, ...named }) =>
      answered(organizationId, named, (search) => priceDelivery(clock, search, shipment)),

    quoteBatch: ({ organizationId, shipments, ...named }) =>
      answered(organizationId, named, async (search) =>
        addedUp(
          await mapConcurrently(shipments, WIDTH, (shipment) => priceDelivery(clock, search, shipment)),
          shipments,
        ),
      ),

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
        if (isRefused(opening)) return opening;
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
    const named = job?.value ?? { routeId: null, driverId: null };
    return answered<readonly Operation[]>(organizationId, named, async ({ settings, now, nobody, find }) => {
      const able = await find(shipment, neededAt(shipment, now));
      return able.length === 0 ? nobody : openAssignment(deps, { organizationId, id, jobId, settings });
    });
  }
}

function isRefused(answer: object): answer is ProviderRefusal {
  return 'outcome' in answer && answer.outcome === 'refused';
}
