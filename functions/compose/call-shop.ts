import { jsonOverHttp } from '../../lib/fulfilment/providers/adapter/index.ts';
import type { CallShop } from '../../lib/operations/shops/index.ts';
import { destinationPolicy } from './webhook-destinations.ts';

/** Maximum duration of one call to a shop. */
const TIMEOUT_MS = 15_000;

/** Calls to shops, by the guarded request: their addresses come from merchants. */
export function callShop(): CallShop {
  const call = jsonOverHttp(destinationPolicy());
  return (request) => call({ ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
