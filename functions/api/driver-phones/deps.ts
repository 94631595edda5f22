import { randomBytes } from 'node:crypto';
import type { PhoneDeps } from '../../../lib/fleet/driver-app/index.ts';
import type { FleetEditor } from '../../../lib/fleet/fleet/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';

/** An endpoint for the phones of drivers. */
export const phoneEndpoint = endpointFor<PhoneDeps>();

/** The core dependencies and the system's randomness. */
export function phoneDeps(): PhoneDeps {
  return { ...coreDeps(), randomSecret: () => randomBytes(32) };
}

/** The caller as the actor of a change. */
export function editorOf({ caller, organizationId, origin }: Context<PhoneDeps>): FleetEditor {
  const { storeLocationIds, driverGroupIds } = caller;
  return { organizationId, storeLocationIds, driverGroupIds, origin };
}
