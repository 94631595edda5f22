import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import type { DriverDuty } from '../../../platform/core/driver-duties.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { MAX_OPERATIONS, type Operation } from '../../../platform/table/index.ts';
import type { JobAggregate } from '../job-aggregate.ts';
import { readJob } from '../job-aggregate.ts';
import type { Delivery } from './delivery.ts';
import { isTerminal } from './delivery-statuses.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { type DeliveryPlan, planDeliveryUpdate, writesOf } from './plan-delivery-update.ts';
import { deliveryNotFound } from './refusals.ts';
import { refuseWithoutProofs } from './require-proofs.ts';
import type { Movable } from './update-delivery.ts';

/** A delivery with its update. */
export interface AskedUpdate {
  readonly deliveryId: string;
  readonly update: DeliveryUpdate;
}

/** Which deliveries of a job may be updated, and how. */
interface Target {
  readonly organizationId: string;
  readonly jobId: string;
  readonly may: Movable;
  readonly needsProofs?: boolean;
  /** What the organization insists on besides proofs. */
  readonly duties?: readonly DriverDuty[] | undefined;
}

/**
 * As `updateDelivery`, for several deliveries of one job, each named once: the job is read once, and as many as fit are
 * written in one transaction. Returns the refusals by delivery. It does not take updates with positions or pincodes.
 */
export async function updateDeliveries(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  target: Target,
  asked: readonly AskedUpdate[],
): Promise<ReadonlyMap<string, Refusal>> {
  const refusals = new Map<string, Refusal>();
  let left = asked;
  let job: JobAggregate | undefined;
  while (left.length > 0) {
    const step = await retryLostRace(clock, async (attempt) => {
      const present = (attempt === 0 && job) || (await readJob(table, target.organizationId, target.jobId));
      if (!present) return { refused: left.map(({ deliveryId }) => unknownDelivery(deliveryId)), left: [] };
      const planned = planDeliveryUpdates(present, left, target, toInstant(clock.now()), MAX_OPERATIONS);
      return (await table.write(planned.operations)).ok && planned;
    });
    const done: Step = step ?? {
      refused: left.map(({ deliveryId: id }) => [id, lostRace({ what: 'delivery', id })]),
      left: [],
    };
    for (const [deliveryId, refusal] of done.refused) refusals.set(deliveryId, refusal);
    left = done.left;
    job = done.next;
  }
  return refusals;
}

/** The result of one transaction: the refused deliveries, the updates that are left, and the job after it. */
interface Step {
  readonly refused: readonly Refused[];
  readonly left: readonly AskedUpdate[];
  readonly next?: JobAggregate;
}

/** A delivery with the reason why its update was refused. */
type Refused = readonly [deliveryId: string, refusal: Refusal];

/** The updates of one transaction. */
export interface PlannedUpdates extends Step {
  readonly next: JobAggregate;
  readonly operations: readonly Operation[];
  /** The deliveries that are updated, before and after. */
  readonly updated: readonly { readonly before: Delivery; readonly after: Delivery }[];
}

/**
 * The writes of as many updates as fit into `room` members, at least one: the job, and for each update its delivery,
 * its task and its records. For callers that write more in the same transaction.
 */
export function planDeliveryUpdates(
  job: JobAggregate,
  asked: readonly AskedUpdate[],
  target: Pick<Target, 'may' | 'needsProofs' | 'duties'>,
  now: string,
  room: number,
): PlannedUpdates {
  const plans: DeliveryPlan[] = [];
  const refused: Refused[] = [];
  let left: readonly AskedUpdate[] = [];
  let members = 1;
  for (const [index, { deliveryId, update }] of asked.entries()) {
    const planned = planOne(job, deliveryId, update, target, now);
    if (isRefusal(planned)) {
      refused.push([deliveryId, planned]);
      continue;
    }
    members += 2 + planned.records.length;
    if (members > room && plans.length > 0) {
      left = asked.slice(index);
      break;
    }
    plans.push(planned);
  }
  const updated = plans.map(({ before, delivery }) => ({ before: before.value, after: delivery }));
  return { ...writesOf(job, plans, now), refused, left, updated };
}

function planOne(
  job: JobAggregate,
  deliveryId: string,
  update: DeliveryUpdate,
  { may, needsProofs = false, duties }: Pick<Target, 'may' | 'needsProofs' | 'duties'>,
  now: string,
): DeliveryPlan | Refusal {
  const stored = job.deliveries.find(({ value }) => value.id === deliveryId);
  if (!stored || !may(stored.value, job)) return unknownDelivery(deliveryId)[1];
  const missing = needsProofs ? refuseWithoutProofs(job, stored.value, update, duties) : undefined;
  if (missing && !isTerminal(stored.value.status)) return missing;
  return planDeliveryUpdate(job, stored, update, now);
}

function unknownDelivery(deliveryId: string): Refused {
  return [deliveryId, deliveryNotFound(`There is no delivery "${deliveryId}".`, { deliveryId })];
}
