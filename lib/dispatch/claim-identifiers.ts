import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type Configuration, packageClaimEntity } from '../jobs/index.ts';
import { type Operation, remove, save } from '../table/index.ts';
import { claimJobIdentifier } from './claim-job-identifier.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { refuseClaim } from './dispatch-order.ts';
import type { JobInput } from './job-request.ts';

/** The writes that claim the identifiers of a job made without an order. */
export async function claimIdentifiersOf(
  input: JobInput,
  configuration: Configuration,
  { table }: Pick<DispatchDeps, 'table'>,
  former: string | null = null,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, jobId, id: configurationId } = configuration;
  const operations: Operation[] = [];
  const packageIdentifier = configuration.package.externalIdentifier;
  if (packageIdentifier !== null) {
    const key = { organizationId, externalIdentifier: packageIdentifier };
    const claim = await table.get(packageClaimEntity, key);
    if (claim && claim.value.ownerId !== jobId) return refuseClaim(packageIdentifier, claim.value.ownerId);
    operations.push(save(packageClaimEntity, claim, { ...key, ownerId: jobId, jobId, configurationId }));
  }
  if (former !== null && former !== packageIdentifier) {
    const old = await table.get(packageClaimEntity, { organizationId, externalIdentifier: former });
    if (old?.value.ownerId === jobId) operations.push(remove(packageClaimEntity, old));
  }
  const { externalIdentifier } = input;
  if (externalIdentifier === undefined) return operations;
  const claim = await claimJobIdentifier({ organizationId, externalIdentifier, jobId }, { table });
  return isRefusal(claim) ? claim : [...operations, ...claim];
}
