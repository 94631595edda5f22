import { organizationEntity, readOrganization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, replace } from '../../platform/table/index.ts';

/** The write that ends what authorizers remember about the organization's users. 1 call. */
export async function planPeopleChanged(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<Operation> {
  const stored = await readOrganization(deps, organizationId);
  return replace(organizationEntity, stored, {
    ...stored.value,
    peopleGeneration: (stored.value.peopleGeneration ?? 0) + 1,
  });
}
