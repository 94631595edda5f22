import type { CoreDeps } from '../../platform/runtime/index.ts';

/** What tenancy needs. */
export interface TenancyDeps extends CoreDeps {
  /** 32 unpredictable bytes. Injected, so that tests can predict keys. */
  readonly randomSecret: () => Uint8Array;
  /** Issuers whose tokens sign users in; subjects of users belong to the first one. */
  readonly signInIssuers: readonly string[];
  /** The ids among these that belong to no store location or driver group of the organization. */
  readonly unknownScopes: (
    organizationId: string,
    scope: { readonly storeLocationIds: readonly string[]; readonly driverGroupIds: readonly string[] },
  ) => Promise<readonly string[]>;
}
