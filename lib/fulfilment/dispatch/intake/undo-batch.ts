import { exhaustedOrder, orderEntity } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import {
  type Aggregate,
  type Operation,
  remove,
  replace,
  type Stored,
} from '../../../platform/table/index.ts';
import {
  type BatchIntake,
  batchIntakeEntity,
  type Configuration,
  configurationEntity,
  deliveryEntity,
  jobIdentifierEntity,
  jobPartition,
  packageClaimEntity,
  taskEntity,
} from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { commitBatch } from './commit-batch.ts';

/** Packages that are removed per transaction: six members each, as they were written. */
const PER_WRITE = 16;

/** The timer of an intake fired: its writer has died. A complete batch is created, any other is removed. */
export async function finishIntake(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string },
): Promise<void> {
  const intake = await deps.table.get(batchIntakeEntity, of);
  if (!intake) return;
  const isMade = intake.value.state === 'writing' && (await commitBatch(deps, intake, [])) !== undefined;
  if (!isMade) await undoBatch(deps, of);
}

/**
 * Removes the written parts of a batch that will not be created: its claims are released and its orders
 * restored. Can be repeated at any time. Does nothing when the job exists.
 */
export async function undoBatch(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string },
): Promise<void> {
  const stored = await deps.table.get(batchIntakeEntity, of);
  if (!stored) return;
  const taken: Stored<BatchIntake> = {
    value: { ...stored.value, state: 'undoing' },
    version: stored.version + 1,
  };
  // From here on nobody writes its packages: their writes expect the previous state of the intake.
  if (!(await deps.table.write([replace(batchIntakeEntity, stored, taken.value)])).ok) return;
  const aggregate = await deps.table.readAggregate(jobPartition(of.organizationId, of.jobId));
  const configurations = aggregate.all(configurationEntity);
  for (let first = 0; first < configurations.length; first += PER_WRITE) {
    const operations: Operation[] = [];
    for (const configuration of configurations.slice(first, first + PER_WRITE)) {
      operations.push(...(await undoPackage(deps, configuration, aggregate)));
    }
    if (!(await deps.table.write(operations)).ok) {
      throw new Error(`The packages of ${of.jobId} are being changed; their removal will be retried.`);
    }
  }
  const { externalIdentifier } = taken.value.root;
  const key = { organizationId: of.organizationId, externalIdentifier: externalIdentifier ?? '' };
  const named = externalIdentifier === null ? undefined : await deps.table.get(jobIdentifierEntity, key);
  const isOwn = named?.value.jobId === of.jobId;
  await deps.table.write([
    remove(batchIntakeEntity, taken),
    ...(named && isOwn ? [remove(jobIdentifierEntity, named)] : []),
  ]);
}

async function undoPackage(
  deps: DispatchDeps,
  configuration: Stored<Configuration>,
  aggregate: Aggregate,
): Promise<readonly Operation[]> {
  const { id, organizationId, jobId } = configuration.value;
  const { externalIdentifier } = configuration.value.package;
  const isOf = ({ value }: { readonly value: { readonly configurationId: string } }) =>
    value.configurationId === id;
  const claim =
    externalIdentifier === null
      ? undefined
      : await deps.table.get(packageClaimEntity, { organizationId, externalIdentifier });
  return [
    remove(configurationEntity, configuration),
    ...aggregate
      .all(taskEntity)
      .filter(isOf)
      .map((task) => remove(taskEntity, task)),
    ...aggregate
      .all(deliveryEntity)
      .filter(isOf)
      .map((delivery) => remove(deliveryEntity, delivery)),
    ...(claim?.value.jobId === jobId ? [remove(packageClaimEntity, claim)] : []),
    ...(await releaseOrder(deps, configuration.value)),
  ];
}

/** The order can be dispatched again and has the reason why it was not; it stays on its route. */
async function releaseOrder(
  deps: DispatchDeps,
  { organizationId, jobId, orderId }: Configuration,
): Promise<readonly Operation[]> {
  const order =
    orderId === null ? undefined : await deps.table.get(orderEntity, { organizationId, id: orderId });
  if (order?.value.jobId !== jobId) return [];
  const reason = 'The job for this order and others could not be created; dispatch them again.';
  const occurredAt = toInstant(deps.clock.now());
  return exhaustedOrder(order, { code: 'JOB_NOT_CREATED', reason, occurredAt }) ?? [];
}
