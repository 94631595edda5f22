import type { Caller } from '../../platform/access/index.ts';
import { organizationPartition } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { isVisibleTo } from './covers.ts';

/** The keys of the caller's organization that the caller may see, oldest first. */
export async function listApiKeys(deps: CoreDeps, caller: Caller): Promise<readonly Stored<ApiKey>[]> {
  const organization = await deps.table.readAggregate(organizationPartition(caller.organizationId));
  return organization.all(apiKeyEntity).filter(({ value }) => isVisibleTo(caller, value));
}
