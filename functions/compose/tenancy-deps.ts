import { randomBytes } from 'node:crypto';
import { findGroups } from '../../lib/fleet/fleet/index.ts';
import type { TenancyDeps } from '../../lib/people/tenancy/index.ts';
import { missingStores } from '../../lib/places/stores/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';

/** The core dependencies and the system's randomness. */
export function tenancyDeps(core: CoreDeps, signInIssuers: readonly string[] = []): TenancyDeps {
  return {
    ...core,
    randomSecret: () => randomBytes(32),
    signInIssuers,
    async unknownScopes(organizationId, { storeLocationIds, driverGroupIds }) {
      const groups = await findGroups(core.table, { organizationId, driverGroupIds: null }, driverGroupIds);
      return [
        ...(await missingStores(core.table, organizationId, storeLocationIds)),
        ...driverGroupIds.filter((_, index) => groups[index] === undefined),
      ];
    },
  };
}
