import { auditedChange } from '../audit/index.ts';
import { toInstant } from '../core/clock.ts';
import { commit } from '../core/commit.ts';
import { refuseOtherVersion } from '../core/expected-version.ts';
import type { Origin } from '../core/origin.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { replace, type Stored } from '../table/index.ts';
import { type Organization, organizationEntity } from './organization.ts';
import type { Preferences } from './preferences.ts';
import { readOrganization } from './read-organization.ts';

/** Changes; fields that are not given stay. */
export interface OrganizationChange {
  readonly name?: string;
  readonly preferences: Partial<Omit<Preferences, 'executeViews'>> & {
    readonly executeViews?: Partial<Preferences['executeViews']>;
  };
}

/** Changes an organization's name and preferences. A lost race is retried once, unless a version is expected. */
export async function changeOrganization(
  deps: CoreDeps,
  origin: Origin,
  change: OrganizationChange,
  expectedVersion: number | undefined,
): Promise<Stored<Organization> | Refusal> {
  return commit(deps, { what: 'organization' }, async () => {
    const stored = await readOrganization(deps, origin.organizationId);
    const refused = refuseOtherVersion(expectedVersion, stored);
    if (isRefusal(refused)) return refused;
    const next = withChange(stored.value, change, toInstant(deps.clock.now()));
    const written = await deps.table.write([
      replace(organizationEntity, stored, next),
      auditedChange(origin, {
        entityType: 'organization',
        entityId: next.id,
        action: 'updated',
        at: next.updatedAt,
        before: stored.value,
        after: next,
      }),
    ]);
    if (written.ok) return { value: next, version: stored.version + 1 };
  });
}

function withChange(stored: Organization, change: OrganizationChange, updatedAt: string): Organization {
  const { preferences } = stored;
  return {
    ...stored,
    name: change.name ?? stored.name,
    preferences: {
      ...preferences,
      ...change.preferences,
      executeViews: { ...preferences.executeViews, ...change.preferences.executeViews },
    },
    updatedAt,
  };
}
