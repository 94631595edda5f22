import { z } from 'zod';
import { strategy } from './dispatch.ts';
import { dimensions, packageRequirements, substitutionObject } from './orders.ts';
import { quote } from './quotes.ts';
import { batch, route } from './routes.ts';
import {
  flag,
  flags,
  instant,
  instants,
  number,
  numbers,
  oneOf,
  ownRequirement,
  record,
  records,
  shape,
  text,
  textLists,
  texts,
  vehicleSize,
  whole,
  wholes,
  writtenTimes,
} from './values.ts';

export const barcodeInfo = shape(
  {},
  {
    ...numbers`weight variableValue`,
    priceCents: whole,
    ...texts`
      weightUnit productCode barcode format indicatorDigit checkDigit manufacturerCode itemReference
      pluCheckDigit barcodeSansCheckDigit expirationDate
    `,
    isVariableWeight: flag,
  },
);

export const basicUser = shape({ email: text });

export const compressedAdvancedTask = z.strictObject({ id: text });

export const addressComponents = shape(
  { ...texts`street city country` },
  {
    ...texts`number secondaryNumber county state postalCode`,
    ...numbers`latitude longitude`,
  },
);

export const packageInput = shape(
  { packageDeliveryMode: text, packageMinimumVehicleSize: vehicleSize.optional() },
  {
    ...texts`
      pickupAddress pickupBusinessName pickupFirstName pickupLastName pickupPlaceId pickupStoreLocationId
      pickupPhoneNumber pickupEmail dropoffAddress dropoffFirstName dropoffLastName dropoffPhoneNumber
      dropoffEmail dropoffStoreLocationId dropoffExternalStoreLocationId pickupInstructions
      dropoffBusinessName dropoffInstructions dropoffPlaceId packageDescription currency
      packageExternalIdentifier referenceId
    `,
    pickupAddressComponents: addressComponents,
    ...numbers`
      pickupLatitude pickupLongitude dropoffLatitude dropoffLongitude packageValue packageTax
      packageServiceFee tipAmount tipAmountUsd itemsCount weight
    `,
    ...textLists`pickupBarcodes dropoffBarcodes`,
    dropoffAddressComponents: addressComponents,
    ...writtenTimes`
      packagePickupStartTime packagePickupEndTime packageDropoffStartTime packageDropoffEndTime
    `,
    ...wholes`packageValueCents tipAmountCents`,
    packageRequirements: z.array(z.union([packageRequirements, ownRequirement])),
    dimensions: record,
    packageItems: z.array(record),
  },
);

export const batchJobInput = shape(
  { packages: z.array(packageInput), inputDatetimesLocalizedToPickupTz: flag.optional() },
  { jobMetadata: record, ...texts`optionsGroupId externalIdentifier` },
);

export const jobInput = packageInput.extend({
  externalIdentifier: text.nullish(),
  optionsGroupId: text.nullish(),
  jobMetadata: record.nullish(),
  inputDatetimesLocalizedToPickupTz: flag.optional(),
  quoteRequestOnly: flag.optional(),
});

export const jobUpsert = jobInput.extend({ autodispatch: flag.optional() });

export const deliveryDocument = shape(
  { ...texts`createdAt id type contentType` },
  { ...texts`url data`, documentMetadata: record },
);

export const itemScan = shape({}, { substitutionType: text, barcodes: z.array(barcodeInfo) });

export const pickedItems = shape(
  {},
  {
    ...texts`sku requestedSku id requestedId scannedBarcode status name`,
    ...wholes`quantity requestedQuantity priceCents`,
    weight: number,
    scans: z.array(itemScan),
  },
);

export const delivery = shape(
  { ...texts`id status currency`, isActive: flag, priceCents: whole },
  {
    ...texts`
      type pickupEta dropoffEta dropoffDeadline courierName courierPhoneNumber courierPickupPhoneNumber
      courierDropoffPhoneNumber courierProfileImage providerDeliveryId providerBatchId
    `,
    statusHistory: z.array(record),
    documents: z.array(deliveryDocument),
    ...wholes`
      nashFeeCents taxAmountCents tollFeeCents waitFeeCents waitTimeMinutes cancellationFeeCents
      returnFeeCents insuranceFeeCents totalPriceCents
    `,
    ...records`courierLocation courierVehicle otherProviderFees totalPriceBreakdown`,
    proofOfDelivery: z.array(record),
    price: number,
    pickedItems: z.array(pickedItems),
  },
);

export const item = shape(
  {},
  {
    ...texts`id description category barcode`,
    ...wholes`count valueCents`,
    dimensions,
    weight: number,
    requirements: z.array(text),
    metadata: record,
    get subItems(): z.ZodType {
      return z.array(subItem);
    },
  },
);

export const subItem = item.extend({
  sku: text.nullish(),
  substitution: substitutionObject.nullish(),
  get subItems(): z.ZodType {
    return z.array(subItem).nullish();
  },
});

export const location = shape(
  {
    ...texts`id address formattedAddress addressCity addressCountry timezoneId timezoneName`,
  },
  {
    ...texts`
      addressNumber addressFormattedStreet addressCounty addressState addressZip instructions businessName
      firstName lastName phoneNumber email
    `,
    ...numbers`lat lng`,
  },
);

export const parcel = shape(
  {
    id: text,
    requirements: z.array(text),
    valueCents: whole,
    itemsCount: number,
    minimumVehicleSize: vehicleSize.optional(),
    pickupLocation: location,
    dropoffLocation: location,
  },
  {
    ...texts`
      description packageDeliveryMode pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime
      externalIdentifier pickupStoreLocationId pickupStoreLocationExternalId dropoffStoreLocationId
      referenceId
    `,
    ...textLists`tags pickupBarcodes dropoffBarcodes`,
    ...wholes`taxCents serviceFeeCents tipAmountCents`,
    ...records`drivingMetrics dimensions packageMetadata`,
    ...numbers`value tax serviceFee weight`,
    items: z.array(item),
  },
);

export const note = shape({ ...texts`id createdAt note`, user: basicUser.nullable() });

export const task = shape(
  { ...texts`id createdAt status` },
  {
    ...texts`pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime providerId failureReason`,
    providerIsInternal: flag,
    tipAmountCents: whole,
    winnerQuote: record,
    quotes: z.array(quote),
    failedQuotes: z.array(record),
    delivery,
    tipAmountUsd: number,
    taskNotes: z.array(note),
  },
);

export const jobConfiguration = shape(
  { id: text, package: parcel, tasks: z.array(task) },
  { advancedTask: z.union([task, compressedAdvancedTask]), delivery, publicTrackingUrl: text },
);

export const job = shape(
  {
    ...texts`id createdAt portalUrl`,
    ...flags`isActive isBatch`,
    jobConfigurations: z.array(jobConfiguration),
  },
  {
    ...texts`externalIdentifier shortReferenceCode`,
    ...records`jobMetadata selectedConfiguration jobSpecification`,
    optionsGroup: strategy,
    route,
  },
);

export const jobReply = shape({ job });

export const health = oneOf`TRUE FALSE`;

export const jobDeliverySummary = shape(
  {},
  { ...texts`id providerName status courierName trackingUrl currency`, priceCents: whole },
);

export const jobLocationSummary = shape(
  {},
  { ...texts`businessName firstName lastName address city state country` },
);

export const jobListItem = shape(
  { id: text },
  {
    ...texts`externalIdentifier shortReferenceCode status routeId portalUrl`,
    isBatch: flag,
    createdAt: instant,
    pickup: jobLocationSummary,
    dropoff: jobLocationSummary,
    delivery: jobDeliverySummary,
  },
);

export const jobPage = shape({ results: z.array(jobListItem), ...wholes`totalCount limit offset` });

export const refusalDetails = shape({ ...texts`code message` }, { details: record });

export const refusal = shape({ error: refusalDetails, ...texts`response_status RequestID` });

export const reassignmentInput = shape(
  {},
  {
    ...writtenTimes`pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime`,
    deliveryMode: oneOf`now scheduled`,
  },
);

export const rebookingInput = shape(
  {},
  { ...instants`pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime` },
);

export const refreshedQuotes = shape({ jobId: text, quotes: z.array(quote) });

export const batchJob = shape(
  {
    ...texts`id createdAt portalUrl`,
    ...flags`isActive isBatch`,
    batch,
    route: route.nullable(),
    jobConfigurations: z.array(jobConfiguration),
  },
  { ...texts`externalIdentifier shortReferenceCode`, jobMetadata: record, optionsGroup: strategy },
);

export const selectQuoteInput = shape({ quoteId: text });

export const selectedQuote = shape({ job: z.union([job, batchJob]) });

export const selectedTaskQuote = shape({ job, jobId: text }, { task, delivery, quote });

export const jobChange = shape(
  { packageMinimumVehicleSize: vehicleSize.optional() },
  {
    ...texts`
      pickupAddress pickupPhoneNumber pickupBusinessName pickupFirstName pickupLastName pickupEmail
      pickupInstructions pickupStoreLocationId dropoffAddress dropoffPhoneNumber dropoffBusinessName
      dropoffFirstName dropoffLastName dropoffEmail dropoffStoreLocationId dropoffInstructions
      packageDeliveryMode packageDescription currency referenceId externalIdentifier
    `,
    pickupAddressComponents: addressComponents,
    ...textLists`pickupBarcodes dropoffBarcodes`,
    dropoffAddressComponents: addressComponents,
    ...writtenTimes`
      packagePickupStartTime packagePickupEndTime packageDropoffStartTime packageDropoffEndTime
    `,
    packageRequirements: z.array(z.union([packageRequirements, ownRequirement])),
    ...numbers`packageValue packageTax tipAmount weight`,
    packageItems: z.array(record),
    itemsCount: whole,
    ...records`jobMetadata packageMetadata`,
  },
);
