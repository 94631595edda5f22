import type { Actor } from '../core/origin.ts';
import type { Preferences } from '../organization/index.ts';
import type { Permission } from './permissions.ts';
import type { Principal } from './principal.ts';

/** Rights of a valid key, over all organizations that it can reach. */
export interface KeyGrant {
  /** The API key or the user. */
  readonly actor: Actor;
  readonly organizations: readonly { readonly id: string; readonly listShards: number }[];
  readonly permissions: readonly Permission[];
  /** Who stands behind the credential; absent for keys of before principals were stored. */
  readonly principal?: Principal;
  /** Roles of a user; of a key with all rights, the roles of its principal. */
  readonly roleIds?: readonly string[];
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  /** Instant from which the key is refused; null = never. */
  readonly expiresAt: string | null;
  /** Preferences of the organization that the request named; absent when the authorizer could not determine it. */
  readonly preferences?: {
    readonly organizationId: string;
    readonly values: Preferences;
    /** As those of the organization, which may have changed since the key was created. */
    readonly listShards?: number | undefined;
    readonly requestsPerSecond?: number | undefined;
    /** As `Caller.synchronousWorkflows`. */
    readonly synchronousWorkflows?: number | undefined;
  };
}

/** Why a key is not valid; `unavailable` = it could not be looked up because of an error of the service. */
export const KEY_REFUSALS = Object.freeze([
  'missing',
  'malformed',
  'unknown',
  'revoked',
  'expired',
  'tokenInvalid',
  'tokenExpired',
  'stranger',
  'unavailable',
] as const);

export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/** What the authorizer found out about a request's key. */
export type KeyVerdict = { readonly grant: KeyGrant } | { readonly refusal: KeyRefusal };
