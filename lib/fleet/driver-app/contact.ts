import { createHash } from 'node:crypto';
import { type JobAggregate, jobPartition, maskedCall, readJob } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type FleetCaller, listDrivers } from '../fleet/index.ts';
import { assignmentsOf, deliveriesOf } from '../own-fleet/index.ts';
import { callUnknown } from './refusals.ts';

/** Ends of a package's way. */
export const ENDS = Object.freeze(['pickup', 'dropoff'] as const);

export type End = (typeof ENDS)[number];

/** Digits of an extension: two of the same driver are equal once in a hundred million times. */
const DIGITS = 8;

/** Drivers among whom the caller is looked for, newest first, in pages. */
const PAGE = 1_000;
const MAX_PAGES = 20;

/** The extension that stands for the contact at one end of a delivery. It says nothing of the number. */
export function extensionOf(deliveryId: string, end: End): string {
  const hash = createHash('sha256').update(`${deliveryId} ${end}`).digest('hex');
  return String(BigInt(`0x${hash.slice(0, 16)}`) % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}

/** Whom a driver wants to reach. */
export interface CalledContact {
  readonly phoneNumber: string;
  readonly courierId: string;
  readonly deliveryId: string;
  readonly end: End;
}

/**
 * The contact that a driver calls through the organization's number, by the number of the driver and the extension; the timeline
 * of the delivery gets the call. Only contacts of packages that the driver has or is offered are found. 1 call for each 100
 * drivers, and 3 for each package of the driver.
 */
export async function connectCall(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: FleetCaller,
  call: { readonly from: string; readonly extension: string },
): Promise<CalledContact | Refusal> {
  const contact = await findContact(deps, caller, call);
  if (!contact) {
    return callUnknown(
      `No driver with the phone number ${call.from} has a package with the extension ${call.extension}. GET /v1/driver/work shows the extensions of a driver's packages.`,
      call,
    );
  }
  const { job, delivery, ...found } = contact;
  const { organizationId, id: jobId } = job.job.value;
  const { courierId, end } = found;
  const now = toInstant(deps.clock.now());
  await deps.table.write([
    maskedCall.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: `${courierId}#${call.extension}#${now}`,
      occurredAt: now,
      data: { jobId, taskId: delivery.taskId, deliveryId: delivery.id, courierId, end },
    }),
  ]);
  return { ...found, deliveryId: delivery.id };
}

/** Among the packages of the drivers with this phone number, the one with the extension. */
async function findContact(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: FleetCaller,
  { from, extension }: { readonly from: string; readonly extension: string },
) {
  const { organizationId } = caller;
  const actor = { organizationId, storeLocationIds: null, driverGroupIds: null };
  for (const courierId of await driversAt(deps, caller, from)) {
    const assignments = await assignmentsOf(deps, actor, courierId);
    for (const assignment of isRefusal(assignments) ? [] : assignments) {
      const job = await readJob(deps.table, organizationId, assignment.jobId);
      const contact = job && contactIn(job, deliveriesOf(job, assignment), extension);
      if (contact) return { ...contact, job, courierId };
    }
  }
  return undefined;
}

function contactIn(
  { configurations }: JobAggregate,
  deliveries: ReturnType<typeof deliveriesOf>,
  extension: string,
) {
  for (const delivery of deliveries) {
    const carried = configurations.find(({ value }) => value.id === delivery.configurationId)?.value.package;
    for (const end of ENDS) {
      const { phoneNumber = null } = carried?.[`${end}Location`] ?? {};
      if (phoneNumber !== null && extensionOf(delivery.id, end) === extension)
        return { delivery, end, phoneNumber };
    }
  }
  return undefined;
}

/** Enabled drivers with this phone number. */
async function driversAt(
  { table }: Pick<CoreDeps, 'table'>,
  caller: FleetCaller,
  phoneNumber: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const drivers = await listDrivers(table, caller, { limit: PAGE, after });
    for (const { stored } of drivers) {
      if (stored.value.enabled && stored.value.phoneNumber === phoneNumber) found.push(stored.value.id);
    }
    after = drivers.at(-1)?.stored.value.id;
    if (drivers.length < PAGE) break;
  }
  return found;
}
