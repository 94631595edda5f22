import {
  type Configuration,
  type Delivery,
  type JobAggregate,
  type Location,
  missingProofs,
  openDuties,
  readJob,
  requirementsOf,
} from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Table } from '../../platform/table/index.ts';
import {
  APP_PLATFORMS,
  adviseAppVersion,
  type Driver,
  findDrivers,
  type Shift,
  shiftsOfDriver,
} from '../fleet/index.ts';
import { type Assignment, assignmentsOf, deliveriesOf } from '../own-fleet/index.ts';
import { loadRoute, type RouteAggregate } from '../routes/index.ts';
import { accessCodesIn } from './access-codes.ts';
import { readChat } from './chat.ts';
import { type End, extensionOf } from './contact.ts';
import type { DriverForm, FormSubmission } from './form.ts';
import { latestSubmissions, readForms } from './forms.ts';
import { disabledDriver } from './invite-driver.ts';
import type { DriverOfPhone, DriverPhone } from './phone.ts';

/** One end of a package's way, as its driver sees it. */
export interface WorkPlace {
  readonly name: string | null;
  readonly address: string;
  /** The contact's, or the organization's own where drivers do not see those. */
  readonly phoneNumber: string | null;
  /** To dial after the organization's number. */
  readonly phoneExtension: string | null;
  /** Codes of doors that the instructions name. */
  readonly accessCodes: readonly string[];
  readonly instructions: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Bounds of the window; null = none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly barcodes: readonly string[];
  /**
   * Requirements that must be proved before this end is complete, and are not yet, and the duties of the driver. The app asks for
   * both; on the duties that its preferences name, the organization insists.
   */
  readonly missingProofs: readonly string[];
}

/** A package that a driver carries or is offered. */
export interface WorkPackage {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly jobId: string;
  readonly orderId: string | null;
  readonly externalId: string | null;
  readonly status: Delivery['status'];
  readonly description: string | null;
  readonly items: readonly object[];
  readonly requirements: readonly string[];
  /** What the recipient has to pay, in cents; null = nothing. */
  readonly dueAmountCents: number | null;
  readonly currency: string;
  /** As `missingProofs` of a place, for the return to it. */
  readonly missingReturnProofs: readonly string[];
  readonly pickup: WorkPlace;
  readonly dropoff: WorkPlace;
}

/** Packages that go together: offered until an instant, or accepted. */
export interface WorkAssignment {
  readonly taskId: string;
  readonly offeredUntil: string | null;
  readonly routeId: string | null;
  readonly packages: readonly WorkPackage[];
}

/** A driver's present work. */
export interface DriverWork {
  readonly at: string;
  readonly driver: Driver;
  readonly offers: readonly WorkAssignment[];
  readonly assignments: readonly WorkAssignment[];
  readonly routes: readonly RouteAggregate[];
  /** Of today and the next hours. */
  readonly shifts: readonly Shift[];
  readonly forms: readonly DriverForm[];
  /** What the driver filled in lately, on whatever phone. */
  readonly filledForms: readonly FormSubmission[];
  readonly chat: Awaited<ReturnType<typeof readChat>>;
  /** Whether the app of this phone is too old, and whether there is a newer one. */
  readonly app: { readonly isUpdateRequired: boolean; readonly isUpdateRecommended: boolean };
}

/** The app that asks. */
export interface AskingApp {
  readonly platform: DriverPhone['platform'];
  readonly version: string;
}

/** For whom work is shown. */
export interface Viewing {
  readonly asking?: AskingApp | undefined;
  /** The number that drivers call in the place of those of contacts; null = they see these. */
  readonly callNumber: string | null;
}

/**
 * A driver's offers, packages, routes, shifts and messages, and nothing of anybody else. 11 calls, 1 where the organization has forms, and 1 for each job, each route and each
 * shift; of jobs and routes a driver has at most 40. Refused for a driver who is disabled.
 */
export async function readWork(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  of: DriverOfPhone,
  { asking, callNumber }: Viewing,
): Promise<DriverWork | Refusal> {
  const driver = await presentDriver(deps.table, of);
  if (isRefusal(driver)) return driver;
  const { organizationId, courierId } = of;
  const actor = { organizationId, storeLocationIds: null, driverGroupIds: null };
  const found = await assignmentsOf(deps, actor, courierId);
  if (isRefusal(found)) return found;
  const jobIds = [...new Set(found.map(({ jobId }) => jobId))];
  const jobs = await Promise.all(jobIds.map((id) => readJob(deps.table, organizationId, id)));
  const byId = new Map(jobs.flatMap((job) => (job ? [[job.job.value.id, job] as const] : [])));
  const shown = found.flatMap((assignment) => {
    const job = byId.get(assignment.jobId);
    return job ? [{ assignment, shown: workOf(job, assignment, callNumber) }] : [];
  });
  const accepted = shown.filter(({ assignment }) => assignment.phase === 'accepted');
  const routeIds = new Set(accepted.flatMap((one) => one.shown.routeId ?? []));
  const [forms, chat, app, shifts, routes] = await Promise.all([
    readForms(deps.table, organizationId),
    readChat(deps.table, of),
    adviceFor(deps.table, of, asking),
    shiftsOfDriver(deps.table, of, deps.clock.now()),
    Promise.all([...routeIds].map((id) => loadRoute(deps.table, { organizationId, id }))),
  ]);
  const hasForms = forms.value.forms.length > 0;
  return {
    at: toInstant(deps.clock.now()),
    driver,
    offers: shown.filter(({ assignment }) => assignment.phase === 'offered').map((one) => one.shown),
    assignments: accepted.map((one) => one.shown),
    routes: routes.filter((route) => route?.route.courier?.id === courierId).filter((route) => !!route),
    shifts,
    forms: forms.value.forms,
    filledForms: hasForms ? await latestSubmissions(deps.table, of) : [],
    chat,
    app,
  };
}

/** Versions are set for the platforms of phones; elsewhere none is too old. At most 1 call. */
async function adviceFor(
  table: Table,
  { organizationId }: DriverOfPhone,
  asking: AskingApp | undefined,
): Promise<DriverWork['app']> {
  const platform = APP_PLATFORMS.find((one) => one === asking?.platform);
  if (!asking || !platform) return { isUpdateRequired: false, isUpdateRecommended: false };
  const { isUpdateRequired, isUpdateRecommended } = await adviseAppVersion({ table }, organizationId, {
    platform,
    version: asking.version,
  });
  return { isUpdateRequired, isUpdateRecommended };
}

/** The driver of a phone; FORBIDDEN when the driver was disabled or removed since the phone was signed in. 1 call. */
export async function presentDriver(
  table: Table,
  { organizationId, courierId }: DriverOfPhone,
): Promise<Driver | Refusal> {
  const [driver] = await findDrivers(table, { organizationId, driverGroupIds: null }, [courierId]);
  return driver?.value.enabled ? driver.value : disabledDriver(courierId);
}

function workOf(job: JobAggregate, assignment: Assignment, callNumber: string | null): WorkAssignment {
  const deliveries = deliveriesOf(job, assignment);
  return {
    taskId: deliveries[0]?.taskId ?? assignment.id,
    offeredUntil: assignment.offeredUntil,
    routeId: job.job.value.routeId,
    packages: deliveries.flatMap((delivery) => {
      const configuration = job.configurations.find(({ value }) => value.id === delivery.configurationId);
      return configuration ? [packageOf(job, configuration.value, delivery, callNumber)] : [];
    }),
  };
}

function packageOf(
  job: JobAggregate,
  configuration: Configuration,
  delivery: Delivery,
  callNumber: string | null,
): WorkPackage {
  const { package: carried, orderId } = configuration;
  const requirements = requirementsOf(job.job.value, carried);
  const contactAt = (end: End) => {
    const { phoneNumber } = carried[`${end}Location`];
    return phoneNumber === null || callNumber === null
      ? { phoneNumber, phoneExtension: null }
      : { phoneNumber: callNumber, phoneExtension: extensionOf(delivery.id, end) };
  };
  return {
    deliveryId: delivery.id,
    taskId: delivery.taskId,
    jobId: delivery.jobId,
    orderId,
    externalId: carried.externalIdentifier,
    status: delivery.status,
    description: carried.description,
    items: carried.items,
    requirements,
    dueAmountCents: carried.dueAmountCents || null,
    currency: carried.currency,
    missingReturnProofs: [
      ...missingProofs(job, delivery, { status: 'returned' }),
      ...openDuties(job, delivery, { status: 'returned' }),
    ],
    pickup: {
      ...placeOf(carried.pickupLocation),
      ...contactAt('pickup'),
      from: carried.pickupStartTime,
      to: carried.pickupEndTime,
      barcodes: carried.pickupBarcodes,
      missingProofs: [
        ...missingProofs(job, delivery, { status: 'pickup_complete' }),
        ...openDuties(job, delivery, { status: 'pickup_complete' }),
      ],
    },
    dropoff: {
      ...placeOf(carried.dropoffLocation),
      ...contactAt('dropoff'),
      from: carried.dropoffStartTime,
      to: carried.dropoffEndTime,
      barcodes: carried.dropoffBarcodes,
      missingProofs: [
        ...missingProofs(job, delivery, { status: 'dropoff_complete' }),
        ...openDuties(job, delivery, { status: 'dropoff_complete' }),
      ],
    },
  };
}

function placeOf(location: Location) {
  const { businessName, firstName, lastName, formattedAddress, address, instructions } = location;
  const person = [firstName, lastName].filter((part) => part !== null).join(' ');
  return {
    name: [businessName, person].filter((part) => part).join(', ') || null,
    address: formattedAddress || address,
    instructions,
    accessCodes: accessCodesIn(instructions),
    lat: location.lat,
    lng: location.lng,
  };
}
