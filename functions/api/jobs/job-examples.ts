import { jobExample, quoteExample } from '../dispatch/examples.ts';
import { jobBodyExample } from './job-schemas.ts';

/** A job without an order, in documentation. */
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

/** A request for a batch job in documentation. */
export const batchBodyExample = {
  packages: [jobBodyExample, { ...jobBodyExample, dropoffFirstName: 'Grace', dropoffLastName: 'Lane' }],
  externalIdentifier: 'morning-round-7',
};

/** A batch job in documentation. */
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
  jobConfigurations: configuration ? [configuration, { ...configuration, id: second }] : [],
};

/** New quotes in documentation. */
export const quotesExample = { jobId: jobExample.id, quotes: [quoteExample] };

const task = jobExample.jobConfigurations[0]?.tasks[0] ?? null;

/** A task that was given the provider of a quote, in documentation. */
export const selectedQuoteExample = {
  job: jobExample,
  jobId: jobExample.id,
  task,
  delivery: task?.delivery ?? null,
  quote: quoteExample,
};
