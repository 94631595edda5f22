import type { Actor } from '../core/origin.ts';
import type { Preferences } from '../organization/index.ts';
import type { Permission } from './permissions.ts';
import type { Principal } from './principal.ts';

/** The caller as the authorizer identified it. */
export interface Caller {
  /** The API key or the user. */
  readonly actor: Actor;
  /** Id of the key or the user: `actor.id`. */
  readonly keyId: string;
  /** Organization of this request. */
  readonly organizationId: string;
  /** Every organization that the key can reach. */
  readonly organizations: readonly string[];
  readonly permissions: readonly Permission[];
  /** Rights over Execute that it holds, but that have no effect while Execute is disabled. */
  readonly dormantPermissions?: readonly Permission[];
  /** Who stands behind the credential: what the caller creates never exceeds this principal. */
  readonly principal?: Principal | undefined;
  /** Roles of a user; of a key with all rights, the roles of its principal. */
  readonly roleIds: readonly string[];
  /** Store locations to which the key is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Driver groups to which the key is limited; null = no limit. */
  readonly driverGroupIds: readonly string[] | null;
  /** Routes of these driver groups, as far as an operation needs them; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null;
  /** Shards of this organization's lists: what `ListDefinition.shard` counts modulo. */
  readonly listShards: number;
  /** Requests a second that the organization may send; undefined = as many as any, 0 = any number. */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Preferences of this organization as the authorizer read them; undefined when it did not: use
   * `preferencesOf(ctx)`.
   */
  readonly preferences: Preferences | undefined;
  /**
   * Increases whenever this organization's synchronous workflows change; 0 = it has none, undefined when the
   * authorizer did not read it.
   */
  readonly synchronousWorkflows?: number | undefined;
  /** Expiry of the key; null = never. */
  readonly expiresAt: string | null;
}

/**
 * Whether the caller may see something that touches these store locations. A key without a limit sees
 * everything; a limited one sees what touches at least one of its stores. Everything else is treated as
 * unknown (404).
 */
export function callerMaySee(
  caller: Pick<Caller, 'storeLocationIds'>,
  resource: { readonly storeLocationIds: readonly (string | null | undefined)[] },
): boolean {
  const { storeLocationIds } = caller;
  if (storeLocationIds === null) return true;
  return resource.storeLocationIds.some((id) => typeof id === 'string' && storeLocationIds.includes(id));
}
