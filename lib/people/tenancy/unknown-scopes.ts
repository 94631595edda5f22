import { validationErrors } from '../../platform/core/common-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/** Store locations and driver groups for a limit. */
interface ScopeNames {
  readonly storeLocationIds: readonly string[];
  readonly driverGroupIds: readonly string[];
}

/**
 * Refuses a scope with ids that none of the organizations has, and names each of these ids. 1 call per 100 ids and
 * organization.
 */
export async function refuseUnknownScopes(
  deps: Pick<TenancyDeps, 'unknownScopes'>,
  organizationIds: readonly string[],
  named: ScopeNames,
): Promise<Refusal | undefined> {
  let unknownIds: readonly string[] = [...named.storeLocationIds, ...named.driverGroupIds];
  for (const organizationId of organizationIds) {
    const isLeft = (id: string) => unknownIds.includes(id);
    if (unknownIds.length === 0) return undefined;
    unknownIds = await deps.unknownScopes(organizationId, {
      storeLocationIds: named.storeLocationIds.filter(isLeft),
      driverGroupIds: named.driverGroupIds.filter(isLeft),
    });
  }
  if (unknownIds.length === 0) return undefined;
  return validationErrors(
    `Unknown store locations or driver groups: ${unknownIds.join(', ')}. Nothing was changed. Send existing ids.`,
    { unknownIds },
  );
}
