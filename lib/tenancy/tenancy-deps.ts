import { randomBytes } from 'node:crypto';
import type { CoreDeps } from '../runtime/index.ts';

/** What tenancy needs. */
export interface TenancyDeps extends CoreDeps {
  /** 32 unforeseeable bytes. Injected, so that tests can foretell keys. */
  readonly randomSecret: () => Uint8Array;
  /** Issuers whose tokens sign users in; subjects of users are the first one's. */
  readonly signInIssuers: readonly string[];
}

/** The core dependencies and the system's randomness. */
export function tenancyDeps(core: CoreDeps, signInIssuers: readonly string[] = []): TenancyDeps {
  return { ...core, randomSecret: () => randomBytes(32), signInIssuers };
}
