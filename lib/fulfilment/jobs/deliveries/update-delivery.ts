import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import type { DriverDuty } from '../../../platform/core/driver-duties.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Operation, replace, type Stored, type Table } from '../../../platform/table/index.ts';
import type { ProviderDeps } from '../../providers/index.ts';
import { packageClaimEntity } from '../claims.ts';
import type { JobAggregate } from '../job-aggregate.ts';
import { jobIdOf, readJob } from '../job-aggregate.ts';
import { maySeeJob } from '../may-see-job.ts';
import type { Delivery } from './delivery.ts';
import { deliveryEntity } from './delivery.ts';
import { isTerminal } from './delivery-statuses.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { planDeliveryUpdate, recordPincode, writesOf } from './plan-delivery-update.ts';
import { positionEntity } from './position.ts';
import { deliveryIsFull, deliveryNotFound } from './refusals.ts';
import { withoutGrowing } from './refuse-overgrowth.ts';
import { refusePincode, refuseWithoutProofs } from './require-proofs.ts';

export type DeliveryDeps = CoreDeps & ProviderDeps;

/** Deliveries that may be updated: those of our own couriers, or of a simulated provider. */
export type Movable = (delivery: Delivery, aggregate: JobAggregate) => boolean;

/**
 * Applies an update to a delivery: one read, one transaction, and one write of a position. Applying it twice, or late, changes nothing.
 * A delivery that `may` does not accept is treated as unknown.
 */
export async function updateDelivery(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  target: {
    organizationId: string;
    deliveryId: string;
    may: Movable;
    needsProofs?: boolean;
    /** What the organization insists on besides proofs. */
    duties?: readonly DriverDuty[] | undefined;
    /**
     * If a carrier's message contains more than a delivery can store, the rest is applied, so that its status is not
     * lost.
     */
    keepsWhatFits?: boolean;
  },
  update: DeliveryUpdate,
): Promise<Delivery | Refusal> {
  const { organizationId, deliveryId, may } = target;
  const jobId = jobIdOf(deliveryId);
  const unknown = deliveryNotFound(`There is no delivery "${deliveryId}".`, { deliveryId });
  if (jobId === undefined) return unknown;
  return commit(deps, { what: 'delivery', id: deliveryId }, async () => {
    const aggregate = await readJob(deps.table, organizationId, jobId);
    const stored = aggregate?.deliveries.find(({ value }) => value.id === deliveryId);
    if (!aggregate || !stored || !may(stored.value, aggregate)) return unknown;
    const judged = await judgePincode(deps, aggregate, stored, update);
    if (judged === 'again') return undefined;
    if (judged) return judged;
    const missing = target.needsProofs
      ? refuseWithoutProofs(aggregate, stored.value, update, target.duties)
      : undefined;
    if (missing && !isTerminal(stored.value.status)) return missing;
    const now = toInstant(deps.clock.now());
    const whole = planDeliveryUpdate(aggregate, stored, update, now);
    const isTooLong = isRefusal(whole) && whole.kind === deliveryIsFull.kind && target.keepsWhatFits === true;
    if (isTooLong) {
      const facts = { deliveryId, field: String(whole.details.field) };
      deps.log.warn(
        'deliveries.full',
        'A carrier sent more about a delivery than it can keep; the rest was applied.',
        facts,
      );
    }
    const plan = isTooLong ? planDeliveryUpdate(aggregate, stored, withoutGrowing(update), now) : whole;
    if (isRefusal(plan)) return plan;
    if (plan.passed) {
      const facts = { deliveryId, present: stored.value.status, reported: update.status };
      deps.log.info('deliveries.status-passed', 'A status arrived after the delivery had passed it.', facts);
    }
    return (await written(deps.table, writesOf(aggregate, [plan], now).operations))
      ? plan.delivery
      : undefined;
  });
}

/** Refuses a wrong pincode and counts it; `again` when somebody else was changing the delivery. */
async function judgePincode(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  aggregate: JobAggregate,
  stored: Stored<Delivery>,
  { pincode }: DeliveryUpdate,
): Promise<Refusal | 'again' | undefined> {
  const wrong = pincode === undefined ? undefined : refusePincode(aggregate, stored.value, pincode);
  if (!wrong) return undefined;
  if (!wrong.isCounted) return wrong.refusal;
  const pincodeFailures = stored.value.pincodeFailures + 1;
  const next = { ...stored.value, pincodeFailures };
  const told = recordPincode(next, false, toInstant(clock.now()));
  return (await table.write([replace(deliveryEntity, stored, next), told])).ok ? wrong.refusal : 'again';
}

/**
 * Writes the plan, and then the position, which costs half as much outside of the transaction. A position that was
 * reported before is in the history already. If this dies in between, the report was not answered, and comes again.
 */
async function written(table: Table, operations: readonly Operation[]): Promise<boolean> {
  const positions = operations.filter(isPosition);
  const outcome = await table.write(operations.filter((operation) => !positions.includes(operation)));
  if (!outcome.ok) return false;
  for (const position of positions) await table.write([position]);
  return true;
}

function isPosition(operation: Operation): boolean {
  return operation.kind === 'put' && operation.item.type === positionEntity.name;
}

/** Id of the delivery that carries the package with this external identifier now; undefined when there is none. */
export async function deliveryOfPackage(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  externalIdentifier: string,
): Promise<string | undefined> {
  const claim = await table.get(packageClaimEntity, { organizationId, externalIdentifier });
  if (!claim) return undefined;
  const aggregate = await readJob(table, organizationId, claim.value.jobId);
  const { configurationId } = claim.value;
  return aggregate?.deliveries.filter(({ value }) => value.configurationId === configurationId).at(-1)?.value
    .id;
}

/** The rule of the fleet endpoints: own fleet, or a simulated provider, on a job that the caller may see. */
export function fleetOrSimulated({
  providers,
  caller,
}: ProviderDeps & { readonly caller: Parameters<typeof maySeeJob>[0] }): Movable {
  return ({ providerId, providerIsInternal }, aggregate) =>
    maySeeJob(caller, aggregate) && (providerIsInternal || providers.find(providerId)?.isSimulator === true);
}
