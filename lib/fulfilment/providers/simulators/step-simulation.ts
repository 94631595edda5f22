import { toInstant } from '../../../platform/core/clock.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import type { ProviderUpdate } from '../provider.ts';
import { type SimulatedDelivery, simulatedDeliveryEntity } from './simulated-delivery.ts';
import { SIMULATORS } from './simulated-providers.ts';
import type { SimulatorDefinition } from './simulator.ts';

/** Whether and when the courier continues. */
export type Step = { readonly done: true } | { readonly done: false; readonly wakeAt: string };

/** Reports an update of a delivery. `over` = the delivery has ended, and the courier stops. */
export type Report = (
  from: { readonly organizationId: string; readonly providerId: string },
  update: ProviderUpdate,
) => Promise<'told' | 'over'>;

/**
 * Makes the next step of a simulated courier and returns when the following one is due. It reports before it remembers:
 * a repeated step reports the same status again, which has no effect.
 */
export async function stepSimulation(
  deps: Pick<CoreDeps, 'table' | 'clock'> & { readonly report: Report },
  simulation: { organizationId: string; key: string; providerId: string },
): Promise<Step> {
  const definition = SIMULATORS.find(({ id }) => id === simulation.providerId);
  const stored = await deps.table.get(simulatedDeliveryEntity, simulation);
  if (!definition || stored?.value.state !== 'held') return { done: true };
  const delivery = stored.value;
  const script = scriptOf(definition, delivery);
  const dueAt = dueTime(delivery, definition, delivery.stepsMade);
  if (delivery.stepsMade >= script.length) return { done: true };
  if (deps.clock.now() < dueAt) return { done: false, wakeAt: toInstant(dueAt) };
  for (const update of updatesOf(script, delivery)) {
    if ((await deps.report(delivery, update)) === 'over') return { done: true };
  }
  return remember(deps, stored, script.length, definition);
}

async function remember(
  { table }: Pick<CoreDeps, 'table'>,
  stored: Stored<SimulatedDelivery>,
  length: number,
  definition: SimulatorDefinition,
): Promise<Step> {
  const stepsMade = stored.value.stepsMade + 1;
  const outcome = await table.write([
    replace(simulatedDeliveryEntity, stored, { ...stored.value, stepsMade }),
  ]);
  // A cancellation was faster: the next check decides.
  if (!outcome.ok) return { done: false, wakeAt: toInstant(dueTime(stored.value, definition, stepsMade)) };
  if (stepsMade >= length) return { done: true };
  return { done: false, wakeAt: toInstant(dueTime(stored.value, definition, stepsMade)) };
}

/** Instant of the step with this number, in milliseconds. */
function dueTime({ startsAt }: SimulatedDelivery, { intervalMs }: SimulatorDefinition, step: number): number {
  return Date.parse(startsAt) + (step + 1) * intervalMs;
}

/** The statuses of this delivery, changed by its faults. */
function scriptOf({ script }: SimulatorDefinition, { faults }: SimulatedDelivery): readonly string[] {
  if (faults.includes('fail')) return ['not_assigned_driver', 'assigned_driver', 'failed'];
  if (!faults.includes('out-of-order')) return script;
  const last = script.length - 1;
  return script.map((status, index) => {
    if (index === last || (index === last - 1 && index % 2 === 0)) return status;
    return (index % 2 === 0 ? script[index + 1] : script[index - 1]) ?? status;
  });
}

function updatesOf(script: readonly string[], delivery: SimulatedDelivery): readonly ProviderUpdate[] {
  const { stepsMade, deliveryId, providerDeliveryId, faults } = delivery;
  const status = script[stepsMade];
  const position = positionAt(delivery, stepsMade / Math.max(script.length - 1, 1));
  const update: ProviderUpdate = {
    deliveryId,
    providerDeliveryId,
    ...(status ? { status } : {}),
    ...(position ? { coordinates: position } : {}),
    ...(status === 'assigned_driver' ? { courier: COURIER } : {}),
    ...(status === 'failed' ? { failure: { code: 'other', reason: 'The simulated provider failed.' } } : {}),
  };
  return faults.includes('answer-twice') ? [update, update] : [update];
}

const COURIER = Object.freeze({
  name: 'Sam Simulated',
  phoneNumber: '+12025550143',
  externalId: 'simulated-courier',
});

/** On the straight line from pickup to dropoff: at the pickup for the first half of the time, then moving. */
function positionAt({ pickup, dropoff }: SimulatedDelivery, share: number): ProviderUpdate['coordinates'] {
  if (!pickup || !dropoff) return undefined;
  const way = Math.max(0, share * 2 - 1);
  return {
    latitude: pickup.lat + (dropoff.lat - pickup.lat) * way,
    longitude: pickup.lng + (dropoff.lng - pickup.lng) * way,
  };
}
