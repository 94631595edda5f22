import type { DestinationPolicy } from '../../lib/platform/core/destination.ts';

/** Set by the local cloud on the functions that it runs; no stack sets it. */
const LOCAL_CLOUD_VARIABLE = 'LOCAL_CLOUD';

/** Where requests to others may go: only the local cloud allows loopback. */
export function destinationPolicy(): DestinationPolicy {
  return { allowLoopback: process.env[LOCAL_CLOUD_VARIABLE] === 'true' };
}
