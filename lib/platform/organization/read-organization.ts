import type { CoreDeps } from '../runtime/index.ts';
import type { Stored } from '../table/index.ts';
import { type Organization, organizationEntity } from './organization.ts';
import { childrenPartition, organizationChildEntity } from './organization-child.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

/** What `preferencesOf` reads from: an endpoint's `ctx`, or the dependencies of a worker with an organization. */
export interface PreferencesSource extends Pick<CoreDeps, 'table'> {
  readonly organizationId: string;
  /** The caller of a request has the preferences with it. */
  readonly caller?: { readonly preferences?: Preferences | undefined } | undefined;
}

/**
 * An organization's preferences. In a request that is `preferencesOf(ctx)` and costs nothing: the authorizer read them.
 * In a worker it is one read: `preferencesOf({ table, organizationId })`.
 */
export async function preferencesOf(source: PreferencesSource): Promise<Preferences> {
  if (source.caller?.preferences) return source.caller.preferences;
  const stored = await source.table.get(organizationEntity, { id: source.organizationId });
  return stored?.value.preferences ?? defaultPreferences();
}

/** An organization that exists: its id came from a caller or from what it owns. */
export async function readOrganization(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<Stored<Organization>> {
  const stored = await table.get(organizationEntity, { id: organizationId });
  if (!stored) throw new Error(`The organization ${organizationId} does not exist.`);
  return stored;
}

/** The organizations that were made under one, oldest first. */
export async function listChildren(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<readonly Organization[]> {
  const children = await table.readAggregate(childrenPartition(organizationId));
  const found = await Promise.all(
    children.all(organizationChildEntity).map(({ value: { id } }) => readOrganization({ table }, id)),
  );
  return found.map(({ value }) => value);
}
