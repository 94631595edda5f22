import { randomBytes } from 'node:crypto';
import { findGroups } from '../fleet/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { missingStores } from '../stores/index.ts';

/** What tenancy needs. */
export interface TenancyDeps extends CoreDeps {
  /** D 32 unpredictable bytes. Injected, so that tests can predict keys. */
  readonly randomSecret: () => Uint8Array;
  /** Issuers whose tokens sign users in; subjects of users belong to the first one. */
  readonly signInIssuers: readonly string[];
  /** The ids among these that belong to no store location or driver group of the organization. */
  readonly unknownScopes: (
    organizationId: string,
    scope: { readonly storeLocationIds: readonly string[]; readonly driverGroupIds: readonly string[] },
  ) => Promise<readonly string[]>;
}

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
