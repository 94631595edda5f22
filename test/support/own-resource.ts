import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import type { CallApi } from './api-call.ts';

/** A resource of the organization whose key made it, as an endpoint with path parameters wants it. */
export interface OwnResource {
  readonly params: Readonly<Record<string, string>>;
  /** Body of the request; left out = the endpoint's example. */
  readonly body?: unknown;
  /**
   * True when the parameters are names that every organization gives by itself, such as external ids of an upsert:
   * a stranger then meets its own, never this one.
   */
  readonly isOwnNamespace?: boolean;
}

/** What a resource is made with: the API and a key, and the table for what only workers make. */
export interface Maker {
  readonly call: CallApi;
  readonly key: string;
  readonly organizationId: string;
  readonly deps: CoreDeps;
}

/** Makes a fresh resource. */
export type MakeResource = (maker: Maker) => Promise<OwnResource>;
