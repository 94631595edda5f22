import {
  ABSENT_LOCATION_PARTS,
  ABSENT_PARTS,
  type Configuration,
  type Delivery,
  type Job,
  type JobAggregate,
  type Location,
  makeJob,
  NEW_HANDOVER,
  NEW_JOB,
  type Package,
  shortReferenceCode,
  type Task,
} from '../../../lib/fulfilment/jobs/index.ts';
import { DEFAULT_STRATEGY } from '../../../lib/fulfilment/strategies/index.ts';
import { partId } from '../../../lib/platform/core/ids.ts';

const JOB_ID = 'job_01KAAAAAAAAAAAAAAAAAAAAAAA';
const AT = '2026-03-02T09:00:00.000Z';

/** A location in London, changed by `changes`. */
export function anyLocation(changes: Partial<Location> = {}): Location {
  return {
    ...ABSENT_LOCATION_PARTS,
    id: 'loc_1',
    address: '1 High Street, London, E1 1AA, GB',
    formattedAddress: '1 High Street, London, E1 1AA, GB',
    addressCity: 'London',
    addressCountry: 'GB',
    timezoneId: 'Europe/London',
    timezoneName: 'Greenwich Mean Time',
    addressNumber: '1',
    addressFormattedStreet: '1 High Street',
    addressZip: 'E1 1AA',
    businessName: 'Corner Shop',
    phoneNumber: '+442079460000',
    lat: 51.51,
    lng: -0.07,
    ...changes,
  };
}

/** A package worth 25.00 GBP, changed by `changes`. */
export function anyPackage(changes: Partial<Package> = {}): Package {
  return {
    ...ABSENT_PARTS,
    id: 'pkg_1',
    description: 'Groceries',
    currency: 'GBP',
    valueCents: 2500,
    taxCents: null,
    serviceFeeCents: null,
    tipAmountCents: 100,
    itemsCount: 1,
    pickupLocation: anyLocation({ id: 'loc_1p' }),
    dropoffLocation: anyLocation({ id: 'loc_1d', businessName: null, firstName: 'Ann', lastName: 'Lee' }),
    drivingMetrics: null,
    dimensions: null,
    ...changes,
  };
}

/** Options of `anyJob`: changes of the parts of a job with one package and one attempt. */
export interface AnyJobOptions {
  readonly organizationId?: string;
  readonly id?: string;
  readonly job?: Partial<Omit<Job, 'summary'>>;
  readonly configuration?: Partial<Configuration>;
  readonly package?: Partial<Package>;
  readonly task?: Partial<Task>;
  readonly delivery?: Partial<Delivery>;
}

/** A job with one package whose first attempt a provider has accepted: `next` is the job, `operations` writes it. */
export function anyJob(options: AnyJobOptions = {}): ReturnType<typeof makeJob> {
  const organizationId = options.organizationId ?? 'org_test';
  const id = options.id ?? options.job?.id ?? JOB_ID;
  const createdAt = options.job?.createdAt ?? AT;
  const configurationId = partId('cfg', id, 'c1');
  const taskId = partId('tsk', id, 'c1a1');
  const deliveryId = partId('dlv', id, 'c1a1');
  const status = options.delivery?.status ?? 'created';
  const provider = {
    providerId: 'prv_one',
    providerName: 'Provider One',
    providerIsInternal: false,
  };
  return makeJob({
    job: {
      organizationId,
      id,
      createdAt,
      updatedAt: createdAt,
      externalIdentifier: null,
      jobMetadata: {},
      tags: [],
      isBatch: false,
      routeId: null,
      strategy: DEFAULT_STRATEGY,
      maxFeeCents: null,
      dispatchAt: null,
      shortReferenceCode: shortReferenceCode(id),
      ...NEW_JOB,
      listShard: 0,
      ...options.job,
    },
    configurations: [
      {
        organizationId,
        jobId: id,
        id: configurationId,
        position: 1,
        orderId: null,
        package: anyPackage(options.package),
        canceledAt: null,
        exhaustedAt: null,
        ...options.configuration,
      },
    ],
    tasks: [
      {
        organizationId,
        jobId: id,
        id: taskId,
        configurationId,
        deliveryId,
        position: 1,
        attempt: 1,
        isPlacedTogether: false,
        isSelected: false,
        createdAt,
        updatedAt: createdAt,
        status: 'running',
        pickupStartTime: null,
        pickupEndTime: null,
        dropoffStartTime: null,
        dropoffEndTime: null,
        ...provider,
        tipAmountCents: 100,
        quotes: [],
        failedQuotes: [],
        winnerQuoteId: null,
        failureReason: null,
        taskNotes: [],
        handover: { ...NEW_HANDOVER, phase: 'settled' },
        ...options.task,
      },
    ],
    deliveries: [
      {
        organizationId,
        jobId: id,
        id: deliveryId,
        taskId,
        configurationId,
        position: 1,
        attempt: 1,
        createdAt,
        updatedAt: createdAt,
        statusHistory: [{ created_at: createdAt, status }],
        lateStatuses: [],
        type: null,
        ...provider,
        providerDeliveryId: 'p-1',
        providerBatchId: null,
        priceCents: 700,
        currency: 'GBP',
        taxAmountCents: 0,
        tollFeeCents: 0,
        nashFeeCents: 0,
        insuranceFeeCents: 0,
        waitFeeCents: null,
        waitTimeMinutes: null,
        cancellationFeeCents: null,
        returnFeeCents: null,
        otherProviderFees: null,
        totalPriceCents: 700,
        totalPriceBreakdown: null,
        pickupEta: null,
        dropoffEta: null,
        dropoffDeadline: null,
        courierName: null,
        courierPhoneNumber: null,
        courierPickupPhoneNumber: null,
        courierDropoffPhoneNumber: null,
        courierProfileImage: null,
        courierExternalId: null,
        courierLocation: null,
        courierVehicle: null,
        trackingUrl: null,
        externalDeliveryId: null,
        toldAt: null,
        pincodeVerifiedAt: null,
        pincodeFailures: 0,
        failure: null,
        pickupNote: null,
        dropoffNote: null,
        parkingLocation: null,
        returnParkingLocation: null,
        health: null,
        documents: [],
        proofOfDelivery: [],
        pickedItems: [],
        returnedItems: [],
        collected: null,
        ...options.delivery,
        status,
      },
    ],
  });
}

/** Only the aggregate of `anyJob`, as if it had been read. */
export function anyJobAggregate(options: AnyJobOptions = {}): JobAggregate {
  return anyJob(options).next;
}
