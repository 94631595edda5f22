import * as z from 'zod';
import {
  jobDepartureFields,
  jobOwnFields,
  jobPackageFields,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { MAX_BATCH } from '../../../lib/fulfilment/jobs/index.ts';
import { checkSizeOf, metadataInput } from '../../../lib/ordering/orders/index.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';

function fitsOneItem(body: object, context: z.core.$RefinementCtx): void {
  checkSizeOf('job', body, context);
}

const { autodispatch, quoteRequestOnly } = jobDepartureFields;

/** Body of POST /v1/jobs. */
export const createJobBody = z
  .object({ ...jobPackageFields, ...jobOwnFields, quoteRequestOnly })
  .superRefine(fitsOneItem)
  .meta({ id: 'CreateJobInput' });

/** Body of POST /v1/jobs/external_identifier/{externalIdentifier}. */
export const upsertJobBody = z
  .object({
    ...jobPackageFields,
    ...jobOwnFields,
    quoteRequestOnly,
    packageDeliveryMode: optional(z.string()).meta({
      description: '`now` or `scheduled`; required for a new job.',
    }),
    autodispatch,
  })
  .superRefine(fitsOneItem)
  .meta({ id: 'UpsertJobInput' });

/** Body of POST /v1/batch_job (specification 2.2). */
export const createBatchJobBody = z
  .object({
    packages: z
      .array(z.object(jobPackageFields).meta({ id: 'BatchPackageInput' }).superRefine(fitsOneItem))
      .min(1)
      .max(MAX_BATCH)
      .meta({ description: `Packages in the order of the stops; at most ${MAX_BATCH}.` }),
    ...jobOwnFields,
  })
  .meta({ id: 'CreateBatchJobInput' });

const changeFields = {
  ...jobPackageFields,
  packageDeliveryMode: optional(z.string()).meta({ description: '`now` or `scheduled`.' }),
  inputDatetimesLocalizedToPickupTz: jobOwnFields.inputDatetimesLocalizedToPickupTz,
  packageMetadata: optional(metadataInput).meta({
    description: "The caller's own data of the package; replaces the previous data.",
  }),
};

/** Body of PATCH /v1/jobs/{id} and of its configurations. */
export const updateJobBody = z
  .object({
    ...changeFields,
    externalIdentifier: jobOwnFields.externalIdentifier,
    jobMetadata: optional(metadataInput).meta({
      description: "The caller's own data of the job; replaces the previous data.",
    }),
  })
  .superRefine(fitsOneItem)
  .meta({ id: 'UpdateJobInput' });

/** Windows of a delivery, for rebooking and reassigning. */
export const windowFields = {
  pickupStartTime: optional(instant).meta({ description: 'Start of the pickup window.' }),
  pickupEndTime: optional(instant).meta({ description: 'End of the pickup window.' }),
  dropoffStartTime: optional(instant).meta({ description: 'Start of the dropoff window.' }),
  dropoffEndTime: optional(instant).meta({ description: 'End of the dropoff window.' }),
};

export const jobBodyExample = {
  packageDeliveryMode: 'now',
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  pickupAddressComponents: {
    number: '100',
    street: 'Market Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94105',
    country: 'US',
    latitude: 37.7936,
    longitude: -122.3958,
  },
  dropoffFirstName: 'Ada',
  dropoffLastName: 'Moss',
  dropoffPhoneNumber: '+14155550199',
  dropoffAddressComponents: {
    number: '900',
    street: 'Valencia Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94110',
    country: 'US',
    latitude: 37.7576,
    longitude: -122.4212,
  },
  packageDescription: 'Two bags',
  packageValueCents: 2500,
  tipAmountCents: 100,
  itemsCount: 2,
};
