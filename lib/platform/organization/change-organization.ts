import { auditedChange } from '../audit/index.ts';
import { toInstant } from '../core/clock.ts';
import type { Origin } from '../core/origin.ts';
import type { Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { changeStored, replace, type Stored } from '../table/index.ts';
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

/** Changes an organization's name and preferences. */
export async function changeOrganization(
  deps: CoreDeps,
  origin: Origin,
  change: OrganizationChange,
  expectedVersion: number | undefined,
): Promise<Stored<Organization> | Refusal> {
  const read = () => readOrganization(deps, origin.organizationId);
  return changeStored(deps, { what: 'organization', read, expectedVersion }, (stored) => {
    const next = withChange(stored.value, change, toInstant(deps.clock.now()));
    const audited = auditedChange(origin, {
      entityType: 'organization',
      entityId: next.id,
      action: 'updated',
      at: next.updatedAt,
      before: stored.value,
      after: next,
    });
    return { next, operations: [replace(organizationEntity, stored, next), audited] };
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
