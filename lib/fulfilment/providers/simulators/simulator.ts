import { toInstant } from '../../../platform/core/clock.ts';
import { type Drive, estimateDrive } from '../../../platform/core/geography.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, replace } from '../../../platform/table/index.ts';
import {
  type CreateRequest,
  defineProvider,
  type Provider,
  type ProviderAcceptance,
  type ProviderRefusal,
  type ProviderUpdate,
  refused,
} from '../provider.ts';
import type { Shipment, ShipmentStop } from '../shipment.ts';
import { faultsOf } from './faults.ts';
import {
  type SimulatedDelivery,
  simulatedDeliveryEntity,
  simulatedPartition,
  simulationAccepted,
} from './simulated-delivery.ts';
import { providerUpdateSchema } from './update-schema.ts';

/** What simulated providers need. */
export type SimulatorDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** How one simulated provider differs from another. */
export interface SimulatorDefinition {
  readonly id: string;
  readonly name: string;
  /** Price of a delivery of no distance, and of each kilometre of driving, in cents. */
  readonly baseCents: number;
  readonly perKilometreCents: number;
  /** Statuses that it reports, in order. */
  readonly script: readonly NonNullable<ProviderUpdate['status']>[];
  /** Milliseconds between two of them. */
  readonly intervalMs: number;
  /** Whether it simulates the faults that a package requests. */
  readonly hasFaults: boolean;
}

/** Delay of the faulty provider's late answers, which exceeds its time limit. Milliseconds. */
const FAULTY_CREATE_LIMIT_MS = 1_500;

/** Creates the provider. Its deliveries are in the table, so that every function instance sees the same provider. */
export function simulator({ table, clock }: SimulatorDeps, definition: SimulatorDefinition): Provider {
  const { id: providerId } = definition;
  const read = (organizationId: string, key: string) =>
    table.get(simulatedDeliveryEntity, { organizationId, key, providerId });

  async function take(request: CreateRequest): Promise<ProviderAcceptance | ProviderRefusal | undefined> {
    const { organizationId, idempotencyKey: key, shipment } = request;
    const known = await read(organizationId, key);
    if (known) return answerFor(known.value);
    const now = toInstant(clock.now());
    const delivery: SimulatedDelivery = {
      organizationId,
      key,
      providerId,
      providerDeliveryId: `${definition.name}-${request.taskId.slice('tsk_'.length)}`,
      deliveryId: request.deliveryId,
      state: 'held',
      stepsMade: 0,
      // A simulated courier starts at the start of the pickup window.
      startsAt:
        shipment.pickup.startTime !== null && shipment.pickup.startTime > now
          ? shipment.pickup.startTime
          : now,
      pickup: placeOf(shipment.pickup),
      dropoff: placeOf(shipment.dropoff),
      faults: definition.hasFaults ? [...faultsOf(shipment)] : [],
      createdAt: now,
    };
    const outcome = await table.write([
      create(simulatedDeliveryEntity, delivery),
      simulationAccepted.record({
        aggregate: simulatedPartition(delivery),
        cause: key,
        occurredAt: now,
        data: { key, providerId },
      }),
    ]);
    // Undefined: a parallel call was faster and also answers for this one.
    return outcome.ok ? answerFor(delivery) : undefined;
  }

  async function release(
    organizationId: string,
    key: string,
  ): Promise<{ readonly outcome: 'canceled' } | ProviderRefusal | undefined> {
    const known = await read(organizationId, key);
    if (known?.value.faults.includes('refuse-cancel')) {
      return refused(`${definition.name} was told to keep the delivery.`);
    }
    if (known?.value.state === 'released') return { outcome: 'canceled' };
    const now = toInstant(clock.now());
    const outcome = await table.write([
      known
        ? replace(simulatedDeliveryEntity, known, { ...known.value, state: 'released' })
        : create(simulatedDeliveryEntity, neverTaken(organizationId, key, definition, now)),
    ]);
    // Undefined: a create or a step was faster, so it is released in its current state.
    return outcome.ok ? { outcome: 'canceled' } : undefined;
  }

  return defineProvider({
    id: providerId,
    name: definition.name,
    isSimulator: true,
    news: 'reported',
    ...(definition.hasFaults ? { timeLimits: { createMs: FAULTY_CREATE_LIMIT_MS } } : {}),
    async quote({ shipment }) {
      if (definition.hasFaults && faultsOf(shipment).has('refuse-quote')) {
        return refused(`${definition.name} was told to refuse the quote.`);
      }
      const { distanceMeters, durationSeconds } = driveOf(shipment);
      const now = clock.now();
      const priceCents =
        definition.baseCents + Math.round((distanceMeters / 1000) * definition.perKilometreCents);
      const pickupAt = Math.max(now, Date.parse(shipment.pickup.startTime ?? '') || now) + 10 * 60_000;
      return {
        outcome: 'quoted',
        priceCents,
        currency: shipment.currency,
        pickupEta: toInstant(pickupAt),
        dropoffEta: toInstant(pickupAt + durationSeconds * 1000),
      };
    },
    async create(request) {
      const faults = definition.hasFaults ? faultsOf(request.shipment) : new Set<string>();
      if (faults.has('refuse')) return refused(`${definition.name} was told to refuse the delivery.`);
      if (faults.has('time-out')) return never(request.signal);
      const isFirst = (await read(request.organizationId, request.idempotencyKey)) === undefined;
      const answer = await untilDefinite(request.idempotencyKey, () => take(request));
      if (faults.has('answer-late') && isFirst) return never(request.signal);
      return answer;
    },
    async update({ organizationId, idempotencyKey }) {
      const known = await read(organizationId, idempotencyKey);
      return known?.value.state === 'held'
        ? { outcome: 'updated' }
        : refused(`${definition.name} has no such delivery.`);
    },
    cancel: ({ organizationId, idempotencyKey: key }) =>
      untilDefinite(key, () => release(organizationId, key)),
    async refresh({ organizationId, idempotencyKey }) {
      const known = await read(organizationId, idempotencyKey);
      if (known?.value.state !== 'held') return { outcome: 'unknown' };
      const { providerDeliveryId, deliveryId, stepsMade } = known.value;
      const status = definition.script[stepsMade - 1];
      return {
        outcome: 'known',
        providerDeliveryId,
        updates: status ? [{ deliveryId, providerDeliveryId, status }] : [],
      };
    },
    normalize(incoming) {
      const read = providerUpdateSchema.safeParse(incoming);
      return read.success && read.data.deliveryId !== undefined ? [read.data] : [];
    },
  });

  async function untilDefinite<Answer>(
    key: string,
    step: () => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const answer = await retryLostRace(clock, step);
    if (answer) return answer;
    throw new Error(`The delivery ${key} of ${definition.name} changed too often.`);
  }

  function answerFor(delivery: SimulatedDelivery): ProviderAcceptance | ProviderRefusal {
    if (delivery.state === 'released')
      return refused(`${definition.name} was asked to release this delivery.`);
    return { outcome: 'accepted', providerDeliveryId: delivery.providerDeliveryId };
  }
}

/** The memory of a cancellation: a later create is refused. */
function neverTaken(
  organizationId: string,
  key: string,
  { id: providerId, name }: SimulatorDefinition,
  now: string,
): SimulatedDelivery {
  return {
    organizationId,
    key,
    providerId,
    providerDeliveryId: `${name}-none`,
    deliveryId: '',
    state: 'released',
    stepsMade: 0,
    startsAt: now,
    pickup: null,
    dropoff: null,
    faults: [],
    createdAt: now,
  };
}

/** Settles only when the caller gives up. */
function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Zero when a place is not known. */
function driveOf({ pickup, dropoff }: Shipment): Drive {
  const [from, to] = [placeOf(pickup), placeOf(dropoff)];
  return from && to ? estimateDrive(from, to) : { distanceMeters: 0, durationSeconds: 0 };
}

function placeOf({ lat, lng }: ShipmentStop): SimulatedDelivery['pickup'] {
  return lat === null || lng === null ? null : { lat, lng };
}
