import type { Search } from './create-search.ts';
import { loadLimits, vehiclesFor } from './genetic/load-limits.ts';

/** Lower bound of the number of vehicles that a plan of all deliveries needs; 1 or more. */
export function fewestVehicles({ model, breeds }: Search): number {
  if (!breeds) return 1;
  return Math.max(1, Math.ceil(vehiclesFor(loadLimits(model)[0]!)));
}
