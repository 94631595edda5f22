import { orderEntity } from '../../../ordering/orders/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { type Operation, save } from '../../../platform/table/index.ts';
import { isConfigurationOver, type PackageClaim, packageClaimEntity } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { resourceAlreadyExists } from '../refusals.ts';
import { readHolder } from './read-holder.ts';

/** Former owners of identifiers that are read in parallel. */
const WIDTH = 8;

/**
 * The write with which an order, or a job created without one, takes the external identifier of its package;
 * RESOURCE_ALREADY_EXISTS while it belongs to another (specification 7). It is free again when its order is
 * archived, is cancelled or gets another external id, and when the package of its job has ended. The write is
 * conditional on what was read, so that only one of several at the same time gets it. 1 call, 2 when an order
 * had it, 3 when a job had it.
 */
export async function claimPackage(
  { table }: Pick<DispatchDeps, 'table'>,
  claim: PackageClaim,
): Promise<readonly Operation[] | Refusal> {
  return claimPackages({ table }, [claim]);
}

/** As `claimPackage`, for several packages; the first refusal counts. 1 call for each 100, besides those for identifiers that others had. */
export async function claimPackages(
  { table }: Pick<DispatchDeps, 'table'>,
  claims: readonly PackageClaim[],
): Promise<readonly Operation[] | Refusal> {
  const present = await table.getMany(packageClaimEntity, claims);
  const refusals = await mapConcurrently(claims, WIDTH, async ({ ownerId }, index) => {
    const other = present[index]?.value;
    return other && other.ownerId !== ownerId ? refuseWhileOwned({ table }, other) : undefined;
  });
  const refusal = refusals.find((one) => one !== undefined);
  return refusal ?? claims.map((claim, index) => save(packageClaimEntity, present[index], claim));
}

async function refuseWhileOwned(
  { table }: Pick<DispatchDeps, 'table'>,
  present: PackageClaim,
): Promise<Refusal | undefined> {
  const { organizationId, externalIdentifier, ownerId, jobId, configurationId } = present;
  const isOrder = ownerId !== jobId;
  if (isOrder) {
    const order = (await table.get(orderEntity, { organizationId, id: ownerId }))?.value;
    const isFree = order?.status === 'archived' || order?.status === 'canceled';
    if (!order || isFree || order.externalId !== externalIdentifier) return undefined;
  } else {
    const job = await readHolder({ table }, present);
    if (job === undefined) return undefined;
    if (job !== 'coming') {
      const configuration = job.configurations.find(({ value }) => value.id === configurationId)?.value;
      if (!configuration || isConfigurationOver(job, configuration)) return undefined;
    }
  }
  const wayOut = isOrder
    ? `or archive that order first (DELETE /v1/order/${ownerId}; if it is dispatched, cancel its job before)`
    : `or cancel that job first (POST /v1/jobs/${ownerId}/cancel)`;
  return resourceAlreadyExists(
    `The package identifier "${externalIdentifier}" belongs to ${ownerId}. Give the package another one, ${wayOut}.`,
    { externalIdentifier, ownerId },
  );
}
