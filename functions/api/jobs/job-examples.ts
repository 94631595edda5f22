import { jobExample, quoteExample } from '../dispatch/examples.ts';
import { jobBodyExample } from './job-schemas.ts';

/** A job without an order, for the documentation. */
export const madeJobExample = {
  ...jobExample,
  jobConfigurations: jobExample.jobConfigurations.map((configuration) => ({
    ...configuration,
    orderId: null,
  })),
};

const [configuration] = madeJobExample.jobConfigurations;
const second = 'cfg_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c2';
const stops = [configuration?.id ?? '', second];

/** A request for a batch job, for the documentation. */
export const batchBodyExample = {
  packages: [jobBodyExample, { ...jobBodyExample, dropoffFirstName: 'Grace', dropoffLastName: 'Lane' }],
  externalIdentifier: 'morning-round-7',
};

/** What a stop has before its courier sets out. */
const waiting = {
  arrivalTime: null,
  departTime: null,
  serviceTime: null,
  distanceFromPrevious: null,
  durationFromPrevious: null,
  status: 'PENDING' as const,
  statusDescription: null,
  statusHistory: [],
  startedAt: null,
  breakDuration: null,
  metadata: null,
};

/** A batch job for the documentation. */
export const batchJobExample = {
  ...madeJobExample,
  isBatch: true,
  batch: {
    id: 'bth_01KJQ8Z6Q4T9V2N5X7C3B1M0K8b1',
    type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS' as const,
    objectSequence: [...stops, ...stops],
    stopTypes: ['PICKUP' as const, 'PICKUP' as const, 'DROPOFF' as const, 'DROPOFF' as const],
    quotes: [quoteExample],
    failedQuotes: [],
    winnerQuote: null,
    providerId: null,
    providerIsInternal: null,
  },
  route: {
    id: null,
    portalUrl: madeJobExample.portalUrl,
    externalId: null,
    name: null,
    type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS' as const,
    status: 'CREATED' as const,
    statusHistory: [],
    jobId: madeJobExample.id,
    courierId: null,
    courier: null,
    vehicleId: null,
    vehicle: null,
    shiftId: null,
    providerName: null,
    routeMetadata: null,
    validationErrors: {},
    plannedDeparture: null,
    plannedCompletion: null,
    actualDeparture: null,
    stops: [
      {
        stopType: 'PICKUP' as const,
        objectIds: stops,
        location: { lat: 37.7936, lng: -122.3958 },
        ...waiting,
        orders: stops.map(() => ({ id: null, publicTrackingUrl: null, pod: [] })),
      },
      ...stops.map((id) => ({
        stopType: 'DROPOFF' as const,
        objectIds: [id],
        location: { lat: 37.7576, lng: -122.4212 },
        ...waiting,
        orders: [{ id: null, publicTrackingUrl: null, pod: [] }],
      })),
    ],
  },
  jobConfigurations: configuration ? [configuration, { ...configuration, id: second }] : [],
};

/** New quotes for the documentation. */
export const quotesExample = { jobId: jobExample.id, quotes: [quoteExample] };

const task = jobExample.jobConfigurations[0]?.tasks[0] ?? null;

/** A task that was assigned the provider of a quote, for the documentation. */
export const selectedQuoteExample = {
  job: jobExample,
  jobId: jobExample.id,
  task,
  delivery: task?.delivery ?? null,
  quote: quoteExample,
};
