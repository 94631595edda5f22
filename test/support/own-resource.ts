import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import type { CallApi } from './api-call.ts';

/** A resource of the organization that owns the key, as an endpoint with path parameters needs it. */
export interface OwnResource {
  readonly params: Readonly<Record<string, string>>;
  /** Token that the request needs; left out = the organization's key. */
  readonly token?: string;
  /** Body of the request; left out = the endpoint's example. */
  readonly body?: unknown;
  /**
   * True when the parameters are names that every organization chooses itself, such as external ids of an upsert:
   * another organization then gets its own resource, never this one.
   */
  readonly isOwnNamespace?: boolean;
  /** True when the parameters are words of the API, such as the name of a measure, and not of an organization. */
  readonly isOfEverybody?: boolean;
}

/** What is needed to create a resource: the API and a key, and the table for what only workers create. */
export interface Maker {
  readonly call: CallApi;
  readonly key: string;
  readonly organizationId: string;
  readonly deps: CoreDeps;
}

/** Makes a fresh resource. */
export type MakeResource = (maker: Maker) => Promise<OwnResource>;
