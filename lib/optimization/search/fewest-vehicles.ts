import type { Search } from './create-search.ts';

/** Lower bound of the vehicles a plan of all deliveries needs, 1 or more. */
export function fewestVehicles({ model, breeds }: Search): number {
  if (!breeds) return 1;
  const loadLimit = model.types[0]!.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const sum = model.load.reduce((total, amount) => total + amount, 0);
  return Math.max(1, Math.ceil(sum / Math.max(1, loadLimit)));
}
