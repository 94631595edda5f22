import { expect } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { createApiKey } from '../../functions/api/tenancy/create-api-key.ts';
import { revokeApiKey } from '../../functions/api/tenancy/revoke-api-key.ts';
import { DRIVER_PERMISSION, PERMISSIONS, type Permission } from '../../lib/platform/access/index.ts';
import type { Endpoint } from '../../lib/platform/http/index.ts';
import type { ApiRequest, CallApi } from './api-call.ts';

/** Keys of every kind, created through the API itself. */
export interface MatrixKeys {
  /** Has all rights in its organization. */
  readonly own: string;
  /** Has all rights in another organization. */
  readonly foreign: string;
  readonly revoked: string;
  readonly expired: string;
  /** May do everything but this. */
  readonly without: ReadonlyMap<Permission, string>;
}

/** One request that must be refused before its handler runs. */
export interface MatrixCase {
  readonly endpoint: Endpoint;
  /** What is wrong with the request, as `no token`. */
  readonly title: string;
  readonly request: (keys: MatrixKeys) => ApiRequest;
  readonly status: number;
  readonly code: string;
}

/** Lifetime of the key that is to expire. */
const BRIEF_MS = 1_500;

/** A text in the form of a key that was never issued. */
const NEVER_ISSUED = `dos_${'0'.repeat(43)}`;

/** A token that names an issuer and a user, signed by nobody. */
const FORGED = [
  { alg: 'none' },
  { iss: 'https://sign-in.example', aud: 'console', sub: 'sub', exp: 4_102_444_800 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('AAAA')
  .join('.');

/** Endpoints that need a key. */
export const guardedEndpoints: readonly Endpoint[] = areas
  .flatMap((area) => area.endpoints)
  .filter(({ permission }) => permission !== null);

/** Creates the keys from the first keys of two organizations. Takes two seconds, because one of them has to expire. */
export async function makeMatrixKeys(
  call: CallApi,
  first: { readonly own: string; readonly foreign: string },
): Promise<MatrixKeys> {
  const make = async (body: object) => {
    const reply = await call(createApiKey.routeKey, { key: first.own, body: { name: 'Matrix', ...body } });
    if (reply.status !== 200) throw new Error(`No key could be made: ${JSON.stringify(reply.json)}`);
    return {
      id: String(reply.json.id),
      key: String(reply.json.key),
      createdAtMs: Date.parse(reply.json.createdAt),
    };
  };
  // The first call also starts the functions, and returns the time in the cloud.
  const revoked = await make({});
  const expired = await make({ expiresAt: new Date(revoked.createdAtMs + BRIEF_MS).toISOString() });
  const endsAt = Date.now() + BRIEF_MS;
  await call(revokeApiKey.routeKey, { key: first.own, params: { id: revoked.id } });
  // No key can have the right of phones, so every key is without it.
  const without = new Map<Permission, string>([[DRIVER_PERMISSION, first.own]]);
  for (const permission of PERMISSIONS) {
    const made = await make({ permissions: PERMISSIONS.filter((other) => other !== permission) });
    without.set(permission, made.key);
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, endsAt - Date.now())));
  return { ...first, revoked: revoked.key, expired: expired.key, without };
}

/** Every guarded endpoint with every kind of key that must not be accepted. */
export function authorizationCases(): readonly MatrixCase[] {
  return guardedEndpoints.flatMap((endpoint) => casesOf(endpoint));
}

/** Sends the request of a case and expects its refusal, which names the request. */
export async function expectRefusal(
  call: CallApi,
  keys: MatrixKeys,
  { endpoint, request, status, code }: MatrixCase,
): Promise<void> {
  const reply = await call(endpoint.routeKey, { params: anyParams(endpoint), ...request(keys) });
  expect(reply.status).toBe(status);
  expect(reply.json.error.code).toBe(code);
  expect(reply.json.RequestID).toBe(reply.headers['x-request-id']);
}

function casesOf(endpoint: Endpoint): readonly MatrixCase[] {
  const { permission } = endpoint;
  const unauthorized = { endpoint, status: 401, code: 'UNAUTHORIZED' };
  const forbidden = { endpoint, status: 403, code: 'FORBIDDEN' };
  return [
    { ...unauthorized, title: 'no token', request: () => ({}) },
    { ...unauthorized, title: 'a malformed token', request: () => ({ key: 'nonsense' }) },
    {
      ...unauthorized,
      title: 'another scheme',
      request: ({ own }) => ({ headers: { authorization: `Basic ${own}` } }),
    },
    { ...unauthorized, title: 'an unknown key', request: () => ({ key: NEVER_ISSUED }) },
    { ...unauthorized, title: 'a forged token', request: () => ({ key: FORGED }) },
    { ...unauthorized, title: 'a revoked key', request: ({ revoked }) => ({ key: revoked }) },
    { ...unauthorized, title: 'an expired key', request: ({ expired }) => ({ key: expired }) },
    {
      ...forbidden,
      title: `a key without ${permission}`,
      request: ({ without }) => ({ key: permission === null ? undefined : without.get(permission) }),
    },
    {
      ...forbidden,
      title: 'an organization that the key does not reach',
      request: ({ own }) => ({ key: own, headers: { 'x-org-id': 'org_elsewhere' } }),
    },
  ];
}

/** Path parameters for a request that is refused before they are read. */
export function anyParams({ params }: Endpoint): Record<string, string> {
  return Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, 'any']));
}
