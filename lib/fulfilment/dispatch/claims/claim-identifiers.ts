import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { type Operation, remove } from '../../../platform/table/index.ts';
import { type Configuration, packageClaimEntity } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { claimJobIdentifier } from './claim-job-identifier.ts';
import { claimPackage } from './claim-package.ts';

/** The writes that claim the identifiers of a job created without an order; `former` is what its package had before. */
export async function claimIdentifiersOf(
  { table }: Pick<DispatchDeps, 'table'>,
  input: { readonly externalIdentifier?: string | undefined },
  configuration: Configuration,
  former: string | null = null,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, jobId, id: configurationId } = configuration;
  const operations: Operation[] = [];
  const packageIdentifier = configuration.package.externalIdentifier;
  if (packageIdentifier !== null) {
    const taken = {
      organizationId,
      externalIdentifier: packageIdentifier,
      ownerId: jobId,
      jobId,
      configurationId,
    };
    const claimed = await claimPackage({ table }, taken);
    if (isRefusal(claimed)) return claimed;
    operations.push(...claimed);
  }
  if (former !== null && former !== packageIdentifier) {
    const old = await table.get(packageClaimEntity, { organizationId, externalIdentifier: former });
    if (old?.value.ownerId === jobId) operations.push(remove(packageClaimEntity, old));
  }
  const { externalIdentifier } = input;
  if (externalIdentifier === undefined) return operations;
  const claim = await claimJobIdentifier({ table }, { organizationId, externalIdentifier, jobId });
  return isRefusal(claim) ? claim : [...operations, ...claim];
}
