import { type DocumentDeps, findDocument } from '../../fulfilment/documents/index.ts';
import { readDelivery } from '../../fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { assignmentNotFound, carriageOf } from '../own-fleet/index.ts';
import type { DriverOfPhone } from './phone.ts';
import { presentDriver } from './read-work.ts';

/** On whose behalf something of a package is changed, once it is known to be the driver's. */
export interface CarrierActor {
  readonly organizationId: string;
  readonly storeLocationIds: null;
}

/**
 * Refuses a delivery whose package the driver does not carry and has not carried, as if there were none; and one that another
 * driver has got, unless only proofs are added: they were taken before the phone knew. 3 calls.
 */
export async function requireCarried(
  table: Table,
  { organizationId, courierId }: DriverOfPhone,
  deliveryId: string,
  { isProof }: { readonly isProof: boolean },
): Promise<CarrierActor | Refusal> {
  const taskId = (await readDelivery(table, organizationId, deliveryId))?.stored.value.taskId;
  const carriage = taskId && (await carriageOf(table, { organizationId, courierId, taskId }));
  if (carriage === 'has' || (carriage === 'had' && isProof))
    return { organizationId, storeLocationIds: null };
  return assignmentNotFound(`You do not have the package of delivery "${deliveryId}".`, {});
}

/** As `requireCarried` for a proof, and refuses a driver who is disabled. 1 call more. */
export async function findCarried(
  table: Table,
  of: DriverOfPhone,
  deliveryId: string,
): Promise<CarrierActor | Refusal> {
  const driver = await presentDriver(table, of);
  return isRefusal(driver) ? driver : requireCarried(table, of, deliveryId, { isProof: true });
}

/** As `findCarried`, for the delivery of a document. */
export async function findCarriedDocument(
  deps: Pick<DocumentDeps, 'table'>,
  of: DriverOfPhone,
  id: string,
): Promise<CarrierActor | Refusal> {
  const { organizationId } = of;
  const stored = await findDocument(deps, { organizationId, storeLocationIds: null }, id);
  return isRefusal(stored) ? stored : findCarried(deps.table, of, stored.value.deliveryId);
}
