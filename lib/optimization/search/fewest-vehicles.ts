import type { Search } from './create-search.ts';

/** Lower bound of the vehicles a plan of all deliveries needs, 1 or more. */
export function fewestVehicles({ model, evaluator }: Search): number {
  const { loadLimit } = evaluator;
  if (loadLimit === undefined) return 1;
  const sum = model.load.reduce((total, amount) => total + amount, 0);
  return Math.max(1, Math.ceil(sum / Math.max(1, loadLimit)));
}
