import { createApiKey } from '../../functions/api/tenancy/create-api-key.ts';
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

/** Makes a fresh resource through the API with this key. */
export type MakeResource = (call: CallApi, key: string) => Promise<OwnResource>;

const apiKey: MakeResource = async (call, key) => {
  const reply = await call(createApiKey.routeKey, { key, body: { name: 'Own' } });
  return { params: { id: reply.json.id } };
};

/**
 * For every endpoint with path parameters that needs a key, by its name: what another organization must not reach.
 * The test of the tenancy matrix names what is missing here.
 */
export const ownResources: Readonly<Record<string, MakeResource>> = {
  rotateApiKey: apiKey,
  revokeApiKey: apiKey,
};
