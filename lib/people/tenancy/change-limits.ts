import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { validationErrors } from '../../platform/core/common-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import {
  type Organization,
  organizationEntity,
  readOrganization,
} from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace } from '../../platform/table/index.ts';

/** What an operator may set for one organization. What is not given stays. */
export interface OrganizationLimits {
  /** 0 = any number, null = that of the installation. */
  readonly requestsPerSecond?: number | null;
  /** At least as many as before: rows do not move, and readers look into every partition. */
  readonly listShards?: number;
}

/** Changes an organization's limits. Requests follow the new ones at once, because each reads its organization. */
export function changeLimits(
  deps: CoreDeps,
  organizationId: string,
  { requestsPerSecond, listShards }: OrganizationLimits,
): Promise<Organization | Refusal> {
  return commit(deps, { what: 'organization' }, async () => {
    const stored = await readOrganization(deps, organizationId);
    const { requestsPerSecond: before, ...rest } = stored.value;
    if (listShards !== undefined && listShards < rest.listShards) {
      const field = `\`listShards\` is ${listShards}, but the organization has ${rest.listShards}: rows in the others would be lost. Send at least ${rest.listShards}.`;
      return validationErrors(field, { fields: { listShards: field } });
    }
    const rate = requestsPerSecond === undefined ? before : (requestsPerSecond ?? undefined);
    const next: Organization = {
      ...rest,
      ...(rate === undefined ? {} : { requestsPerSecond: rate }),
      listShards: listShards ?? rest.listShards,
      updatedAt: toInstant(deps.clock.now()),
    };
    return (await deps.table.write([replace(organizationEntity, stored, next)])).ok && next;
  });
}
