import type { Refusal } from '../../core/refusal.ts';
import {
  batchIntakeEntity,
  isConfigurationOver,
  type PackageClaim,
  packageClaimEntity,
  readJob,
} from '../../jobs/index.ts';
import { orderEntity } from '../../orders/index.ts';
import { type Operation, save } from '../../table/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { resourceAlreadyExists } from '../refusals.ts';

/**
 * The write by which an order, or a job made without one, takes the external identifier of its package;
 * RESOURCE_ALREADY_EXISTS while it belongs to another (specification 7). It is free again when the order that had it is
 * archived, cancelled or has another external id, and when nothing more happens to the package of the job that had it.
 * The write is conditional on what was read, so that of several at the same time one gets it. 1 call, 2 when somebody
 * else had it.
 */
export async function claimPackage(
  claim: PackageClaim,
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<readonly Operation[] | Refusal> {
  const present = await table.get(packageClaimEntity, claim);
  if (present && present.value.ownerId !== claim.ownerId) {
    const refusal = await refuseWhileOwned(present.value, { table });
    if (refusal) return refusal;
  }
  return [save(packageClaimEntity, present, claim)];
}

async function refuseWhileOwned(
  present: PackageClaim,
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<Refusal | undefined> {
  const { organizationId, externalIdentifier, ownerId, jobId, configurationId } = present;
  const isOrder = ownerId !== jobId;
  if (isOrder) {
    const order = (await table.get(orderEntity, { organizationId, id: ownerId }))?.value;
    const isFree = order?.status === 'archived' || order?.status === 'canceled';
    if (!order || isFree || order.externalId !== externalIdentifier) return undefined;
  } else {
    const job = await readJob(table, organizationId, jobId);
    const configuration = job?.configurations.find(({ value }) => value.id === configurationId)?.value;
    // A batch that is being written has its packages before it is seen.
    const isComing = !job && (await table.get(batchIntakeEntity, { organizationId, jobId })) !== undefined;
    if (!isComing && (!job || !configuration || isConfigurationOver(job, configuration))) return undefined;
  }
  const wayOut = isOrder
    ? `or archive that order first (DELETE /v1/order/${ownerId}; while it is dispatched, cancel its job before)`
    : `or cancel that job first (POST /v1/jobs/${ownerId}/cancel)`;
  return resourceAlreadyExists(
    `The package identifier "${externalIdentifier}" belongs to ${ownerId}. Give the package another one, ${wayOut}.`,
    { externalIdentifier, ownerId },
  );
}
