import { isDeepStrictEqual } from 'node:util';
import type { CredentialStore } from '../../fulfilment/providers/accounts/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { DestinationPolicy } from '../../platform/core/destination.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  changeStored,
  create,
  type Decided,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { planRelease } from '../../platform/uses/index.ts';
import { checkConnection, wholePrefix } from './check-connection.ts';
import { type Connection, connectionEntity, connectionsPartition, MAX_CONNECTIONS } from './connection.ts';
import { connectionNotFound, invalidConnection, tooManyConnections } from './refusals.ts';

/** A connection as it is stored, with its version. */
export type StoredConnection = Stored<Connection>;

/** What managing connections needs. */
export interface ConnectionDeps extends CoreDeps {
  readonly store: CredentialStore;
  readonly destinations: DestinationPolicy;
}

/** Credentials as a caller sets them; they are not shown again. */
export type AuthInput =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'header'; readonly name: string; readonly value: string };

/** Credentials in a change: without their secret they must be those of the connection, and stay. */
export type AuthChange =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly token?: string | undefined }
  | { readonly type: 'basic'; readonly username: string; readonly password?: string | undefined }
  | { readonly type: 'header'; readonly name: string; readonly value?: string | undefined };

/** What a caller may set. */
export interface ConnectionInput extends Pick<Connection, 'name' | 'origin' | 'methods' | 'requestFields'> {
  readonly pathPrefix: string;
  readonly auth: AuthInput;
}

/** The organization's connections, oldest first. 1 call. */
export async function listConnections(
  table: Table,
  organizationId: string,
): Promise<readonly StoredConnection[]> {
  return (await table.readAggregate(connectionsPartition(organizationId))).all(connectionEntity);
}

/** A connection by its id. */
export async function readConnection(
  table: Table,
  organizationId: string,
  id: string,
): Promise<StoredConnection | Refusal> {
  return (await table.get(connectionEntity, { organizationId, id })) ?? unknown(id);
}

/** Creates a connection. */
export async function createConnection(
  deps: ConnectionDeps,
  organizationId: string,
  input: ConnectionInput,
): Promise<StoredConnection | Refusal> {
  const { table, ids, clock, store } = deps;
  const present = await listConnections(table, organizationId);
  const { auth: given, ...fields } = input;
  const { shown, secret } = partsOf(given);
  const at = toInstant(clock.now());
  const connection: Connection = {
    ...fields,
    pathPrefix: wholePrefix(input.pathPrefix),
    organizationId,
    id: ids.next('con'),
    auth: shown,
    secretVersion: 1,
    createdAt: at,
    updatedAt: at,
  };
  const bad = checkConnection(connection, deps.destinations);
  if (bad) return bad;
  if (present.length >= MAX_CONNECTIONS) {
    return tooManyConnections(
      `There are ${present.length} connections, which is the maximum. Delete one first.`,
    );
  }
  // The credentials are written first: under an id to which nothing refers yet, they give access to nothing.
  if (secret) await store.write(connection, secret);
  if ((await table.write([create(connectionEntity, connection)])).ok)
    return { value: connection, version: 1 };
  // An earlier attempt of the same request, which has the same id, created it.
  return readConnection(table, organizationId, connection.id);
}

/** Changes the fields that are sent. Waiting requests are sent with the settings at that time, or not at all. */
export function updateConnection(
  deps: ConnectionDeps,
  organizationId: string,
  id: string,
  input: Partial<Omit<ConnectionInput, 'auth'>> & { readonly auth?: AuthChange | undefined },
  expectedVersion?: number,
): Promise<StoredConnection | Refusal> {
  return change(deps, organizationId, id, expectedVersion, async (stored) => {
    const { auth: sent, pathPrefix, ...fields } = input;
    const given = sent && newAuth(sent, stored.value.auth);
    if (isRefusal(given)) return given;
    const parts = given && partsOf(given);
    const next: Connection = {
      ...stored.value,
      ...fields,
      ...(pathPrefix === undefined ? {} : { pathPrefix: wholePrefix(pathPrefix) }),
      ...(parts ? { auth: parts.shown, secretVersion: stored.value.secretVersion + 1 } : {}),
      updatedAt: toInstant(deps.clock.now()),
    };
    const bad = checkConnection(next, deps.destinations);
    if (bad) return bad;
    // Changing only the address must not send its credentials to the new one.
    const moves = next.origin !== stored.value.origin && stored.value.auth.type !== 'none';
    if (moves && !parts) {
      return invalidConnection(
        `The credentials belong to ${stored.value.origin}. Send \`auth\` with the new origin.`,
        { field: 'auth' },
      );
    }
    if (parts?.secret) await deps.store.write(next, parts.secret);
    return { next, operations: [replace(connectionEntity, stored, next)] };
  });
}

/** Deletes a connection that no workflow uses, with its credentials, and returns it as it was. */
export async function deleteConnection(
  deps: ConnectionDeps,
  organizationId: string,
  id: string,
  expectedVersion?: number,
): Promise<StoredConnection | Refusal> {
  const deleted = await change(deps, organizationId, id, expectedVersion, async (stored) => {
    const used = { kind: 'connection', id, noun: 'connection' } as const;
    const release = await planRelease(deps.table, organizationId, used);
    if (isRefusal(release)) return release;
    return { next: stored.value, operations: [remove(connectionEntity, stored), release] };
  });
  if (!isRefusal(deleted)) await deps.store.remove(deleted.value);
  return deleted;
}

function change(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  expectedVersion: number | undefined,
  decide: (stored: StoredConnection) => Promise<Decided<Connection> | Refusal>,
): Promise<StoredConnection | Refusal> {
  const read = () => readConnection(deps.table, organizationId, id);
  return changeStored(deps, { what: 'connection', id, read, expectedVersion }, decide);
}

/** The credentials of a change; undefined for those that the connection has, without their secret. */
function newAuth(sent: AuthChange, present: Connection['auth']): AuthInput | Refusal | undefined {
  const secret = { none: undefined, bearer: 'token', basic: 'password', header: 'value' }[sent.type];
  if (secret === undefined || (sent as Record<string, unknown>)[secret] !== undefined)
    return sent as AuthInput;
  const { [secret]: _, ...shown } = sent as Record<string, unknown>;
  return isDeepStrictEqual(shown, present)
    ? undefined
    : invalidConnection(
        `\`auth.${secret}\` is missing: only the credentials of the connection stay without it.`,
        {
          field: `auth.${secret}`,
        },
      );
}

/** The parts of the credentials that may be shown, and those that belong in the store. */
function partsOf(auth: AuthInput): {
  readonly shown: Connection['auth'];
  readonly secret: Record<string, string> | undefined;
} {
  switch (auth.type) {
    case 'none':
      return { shown: { type: 'none' }, secret: undefined };
    case 'bearer':
      return { shown: { type: 'bearer' }, secret: { type: 'bearer', token: auth.token } };
    case 'basic': {
      const { username, password } = auth;
      return { shown: { type: 'basic', username }, secret: { type: 'basic', username, password } };
    }
    case 'header': {
      const { name, value } = auth;
      return { shown: { type: 'header', name }, secret: { type: 'header', name, value } };
    }
  }
}

function unknown(id: string): Refusal {
  return connectionNotFound(`There is no connection "${id}".`, { id });
}
