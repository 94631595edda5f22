import type { BatchStop, BatchType, Configuration, Location, Package } from '../../jobs/index.ts';
import type { JobOwnInput, JobPackageInput } from './job-fields.ts';

/** A requested batch job (specification 2.2). */
export interface BatchInput extends JobOwnInput {
  readonly packages: readonly JobPackageInput[];
}

/** How these packages share their stops: one pickup for all, one dropoff for all, or neither. */
export function batchTypeOf(packages: readonly Package[]): BatchType {
  const isOne = (side: 'pickupLocation' | 'dropoffLocation') =>
    new Set(packages.map((item) => stopKey(item[side]))).size === 1;
  if (isOne('pickupLocation')) return 'SINGLE_PICKUP_MULTIPLE_DROPOFFS';
  return isOne('dropoffLocation') ? 'MULTIPLE_PICKUPS_SINGLE_DROPOFF' : 'MULTIPLE_PICKUPS_MULTIPLE_DROPOFFS';
}

/** Two packages share a stop when address, name and phone number are the same. */
function stopKey(at: Location): string {
  return JSON.stringify([
    at.formattedAddress,
    at.lat,
    at.lng,
    at.businessName,
    at.firstName,
    at.lastName,
    at.phoneNumber,
  ]);
}

/** All pickups before all dropoffs, each in the order of the configurations. */
export function stopsOf(configurations: readonly Configuration[]): BatchStop[] {
  const at = (type: BatchStop['type']) => configurations.map(({ position }) => ({ position, type }));
  return [...at('PICKUP'), ...at('DROPOFF')];
}
