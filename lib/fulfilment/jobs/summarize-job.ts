import { type Configuration, listedConfigurations } from './configuration.ts';
import type { Delivery } from './deliveries/delivery.ts';
import { isLastAttempt } from './is-last-attempt.ts';
import type { Job, JobSummary } from './job.ts';
import type { Location } from './package.ts';
import type { Task } from './task.ts';

/** The parts of a job, without what the table adds. */
export interface JobParts {
  readonly job: Job;
  readonly configurations: readonly Configuration[];
  readonly tasks: readonly Task[];
  readonly deliveries: readonly Delivery[];
}

/**
 * What lists show and filter by. The status is that of the first configuration's most advanced attempt
 * (decision B2).
 */
export function summarizeJob(parts: JobParts): JobSummary {
  const { job, deliveries, tasks } = parts;
  const configurations = listedConfigurations(parts.configurations);
  const [first] = configurations;
  const current = configurations.map((configuration) => currentAttempt(parts, configuration.id));
  const delivery = current.find(({ delivery }) => delivery)?.delivery;
  const packages = configurations.map((configuration) => configuration.package);
  const locations = packages.flatMap(({ pickupLocation, dropoffLocation }) => [
    pickupLocation,
    dropoffLocation,
  ]);
  const windows = packages
    .flatMap((item) => [item.pickupStartTime, item.pickupEndTime, item.dropoffStartTime, item.dropoffEndTime])
    .filter((instant) => instant !== null)
    .sort();
  return {
    status:
      delivery?.status ?? current[0]?.task?.status ?? (job.canceledAt ? 'canceled_by_customer' : 'created'),
    isActive: isJobActive(parts),
    pickup: first ? place(first.package.pickupLocation) : null,
    dropoff: first ? place(first.package.dropoffLocation) : null,
    delivery: delivery
      ? {
          id: delivery.id,
          providerName: delivery.providerName,
          status: delivery.status,
          courierName: delivery.courierName,
          trackingUrl: delivery.trackingUrl,
          priceCents: delivery.priceCents,
          currency: delivery.currency,
        }
      : null,
    windowStart: windows[0] ?? null,
    windowEnd: windows.at(-1) ?? null,
    pickupStartTime: first?.package.pickupStartTime ?? null,
    pickupEndTime: first?.package.pickupEndTime ?? null,
    dropoffStartTime: first?.package.dropoffStartTime ?? null,
    dropoffEndTime: first?.package.dropoffEndTime ?? null,
    valueCents: packages.reduce((sum, { valueCents }) => sum + valueCents, 0),
    deliveryStatuses: distinct(current.map(({ delivery }) => delivery?.status)),
    providerNames: distinct(current.map(({ delivery }) => delivery?.providerName)),
    courierNames: distinct(current.map(({ delivery }) => delivery?.courierName)),
    packageTags: distinct(packages.flatMap(({ tags }) => tags)),
    pickupStoreLocationIds: distinct(packages.map((item) => item.pickupStoreLocationId)),
    dropoffStoreLocationIds: distinct(packages.map((item) => item.dropoffStoreLocationId)),
    customerNames: distinct(packages.map((item) => fullName(item.dropoffLocation))),
    cities: distinct(locations.map(({ addressCity }) => addressCity)),
    states: distinct(locations.map(({ addressState }) => addressState)),
    countries: distinct(locations.map(({ addressCountry }) => addressCountry)),
    identifiers: distinct([
      job.id,
      job.externalIdentifier,
      job.shortReferenceCode,
      ...configurations.flatMap((configuration) => [
        configuration.orderId,
        configuration.package.externalIdentifier,
        configuration.package.referenceId,
      ]),
      ...locations.flatMap((at) => [at.businessName, fullName(at), at.phoneNumber]),
      // The row of a batch stays small: it has no ids that start with the job's, nor data that can be read on
      // the job itself.
      ...(job.isBatch
        ? []
        : [
            ...configurations.flatMap((configuration) => [configuration.id, configuration.package.id]),
            ...deliveries.map(({ id }) => id),
            ...locations.flatMap((at) => [at.formattedAddress, at.email]),
          ]),
    ]),
    hasNotes: tasks.some(({ taskNotes }) => taskNotes.length > 0),
  };
}

/**
 * A job is active until each of its packages has ended: cancelled, delivered, or without another attempt
 * (decision B2).
 */
function isJobActive(parts: JobParts): boolean {
  if (parts.job.canceledAt) return false;
  return parts.configurations.some((configuration) => {
    const { task, delivery } = currentAttempt(parts, configuration.id);
    return !isLastAttempt(configuration, task, delivery);
  });
}

function currentAttempt(
  { tasks, deliveries }: Pick<JobParts, 'tasks' | 'deliveries'>,
  configurationId: string,
): { task: Task | undefined; delivery: Delivery | undefined } {
  const task = tasks.findLast((candidate) => candidate.configurationId === configurationId);
  return { task, delivery: deliveries.find(({ id }) => id === task?.deliveryId) };
}

function place(location: Location) {
  return {
    businessName: location.businessName,
    firstName: location.firstName,
    lastName: location.lastName,
    address: location.formattedAddress,
    city: location.addressCity,
    state: location.addressState,
    country: location.addressCountry,
  };
}

function fullName({ firstName, lastName }: Location): string | null {
  return [firstName, lastName].filter((name) => name).join(' ') || null;
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
