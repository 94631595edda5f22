import type { Provider } from '../provider.ts';
import { type SimulatorDefinition, type SimulatorDeps, simulator } from './simulator.ts';

const WHOLE_WAY = [
  'not_assigned_driver',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
] as const;

/**
 * The simulated providers (contract-facts 6.3), the most expensive one last, so that `cheapest` leads to one that
 * delivers.
 */
export const SIMULATORS: readonly SimulatorDefinition[] = Object.freeze([
  {
    id: 'prv_fleet_simulator',
    name: 'FleetSimulator',
    baseCents: 500,
    perKilometreCents: 90,
    script: WHOLE_WAY,
    intervalMs: 2_000,
    hasFaults: false,
  },
  {
    id: 'prv_fleet_simulator_fast',
    name: 'FleetSimulatorFast',
    baseCents: 650,
    perKilometreCents: 110,
    script: WHOLE_WAY,
    intervalMs: 1_000,
    hasFaults: false,
  },
  {
    id: 'prv_faulty_fleet_simulator',
    name: 'FaultyFleetSimulator',
    baseCents: 900,
    perKilometreCents: 130,
    script: WHOLE_WAY,
    intervalMs: 1_000,
    hasFaults: true,
  },
  {
    id: 'prv_failing_fleet_simulator',
    name: 'FailingFleetSimulator',
    baseCents: 1_000,
    perKilometreCents: 150,
    script: ['not_assigned_driver', 'failed'],
    intervalMs: 1_000,
    hasFaults: false,
  },
]);

/** The simulated providers with these dependencies. */
export function simulatedProviders(deps: SimulatorDeps): readonly Provider[] {
  return SIMULATORS.map((definition) => simulator(deps, definition));
}
