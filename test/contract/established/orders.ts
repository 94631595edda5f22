import { z } from 'zod';
import { quote } from './quotes.ts';
import {
  flag,
  instant,
  instants,
  number,
  numbers,
  oneOf,
  record,
  records,
  shape,
  text,
  textLists,
  texts,
  vehicleSize,
  whole,
  wholes,
  writtenTime,
} from './values.ts';

export const activityStatus = oneOf`QUEUED IN_PROGRESS SUCCESS FAILED CANCELLED SKIPPED SCHEDULED`;

export const customEventInput = shape({ name: text }, { timestamp: writtenTime, payload: record });

export const customEvent = shape({ ...texts`id eventName orderId eventCreatedAt` }, { payload: record });

export const emittedEvent = shape({ event: customEvent });

export const bulkActionStatus = oneOf`success error`;

export const bulkOperation = shape({ id: text, status: activityStatus });

export const bulkOperationResult = shape(
  { id: text, status: bulkActionStatus, action: oneOf`create upsert update delete` },
  { errorMessage: text },
);

export const bulkOperationSummary = shape({
  ...wholes`totalOperations successfulOperations failedOperations`,
});

export const bulkUpsertError = shape({ ...texts`code message` });

export const dimensions = shape({}, { ...numbers`height width depth` });

export const substituteItemObject = shape({}, { ...texts`id sku`, quantity: whole });

export const substitutionObject = shape(
  {},
  { ...texts`preference source`, substituteItems: z.array(substituteItemObject) },
);

export const itemInput = shape(
  {},
  {
    ...texts`id description category barcode`,
    ...wholes`count valueCents`,
    dimensions,
    weight: number,
    requirements: z.array(text),
    metadata: record,
    get subItems(): z.ZodType {
      return z.array(subItemInput);
    },
  },
);

export const subItemInput = itemInput.extend({
  sku: text.nullish(),
  substitution: substitutionObject.nullish(),
  get subItems(): z.ZodType {
    return z.array(subItemInput).nullish();
  },
});

export const documentType = oneOf`
  shipping_label pickup_label manifest packing_slip_label proof_of_delivery
`;

export const orderDocument = shape(
  { createdAt: instant, ...texts`id contentType`, type: documentType },
  { ...texts`url data` },
);

export const pickupPaymentBarcode = shape({}, { ...texts`type value` });

export const pickupPayment = shape({}, { barcode: pickupPaymentBarcode, providerCard: flag });

export const order = shape(
  {
    ...texts`id portalUrl publicTrackingUrl status`,
    createdAt: instant,
    tags: z.array(text).nullable(),
    minimumVehicleSize: vehicleSize.optional(),
  },
  {
    ...texts`
      externalId externalGroupId referenceId pickupAddress pickupPlaceId pickupAddressNumber
      pickupAddressSecondarynumber pickupAddressFormattedStreet pickupAddressCity pickupAddressCounty
      pickupAddressState pickupAddressZip pickupAddressCountry pickupPhoneNumber pickupFirstName
      pickupLastName pickupBusinessName pickupInstructions pickupStoreLocationId
      pickupExternalStoreLocationId dropoffAddress dropoffPlaceId dropoffAddressNumber
      dropoffAddressSecondarynumber dropoffAddressFormattedStreet dropoffAddressCity dropoffAddressCounty
      dropoffAddressState dropoffAddressZip dropoffAddressCountry dropoffPhoneNumber dropoffFirstName
      dropoffLastName dropoffBusinessName dropoffInstructions dropoffStoreLocationId deliveryMode
      pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime description itemsCount currency
      valueCents tipAmountCents width depth height volume weight dispatchStrategyId maxDeliveryFeeCents
    `,
    ...records`orderMetadata validationErrors`,
    ...numbers`pickupLat pickupLng dropoffLat dropoffLng`,
    ...textLists`pickupZoneIds pickupBarcodes dropoffBarcodes requirements failedQuotes`,
    pickupPayment,
    items: z.array(itemInput),
    documents: z.array(orderDocument),
    quotes: z.array(quote),
  },
);

export const bulkUpsertStatus = oneOf`success failed`;

export const upsertedOrder = shape(
  { status: bulkUpsertStatus },
  { ...texts`externalId id`, data: order, errors: z.array(bulkUpsertError) },
);

export const bulkUpsertSummary = shape({ ...wholes`success failed` });

export const upsertedOrders = shape({ results: z.array(upsertedOrder), summary: bulkUpsertSummary });

export const packageRequirements = oneOf`
  photo_proof_of_delivery signature_proof_of_delivery photo_proof_of_pickup photo_reference_on_dropoff
  photo_reference_capture_on_dropoff signature_proof_of_pickup photo_pre_delivery_verification
  age_verification_on_delivery id_verification_on_delivery barcode_scan_on_pickup barcode_scan_on_dropoff
  barcode_scan_on_return meet_on_delivery shipping_label two_person_team pincode_verification
  schedule_ii_controlled_substances alcohol tobacco vapes parking_check_in display_barcode_on_pickup
  pick_and_pack
`;

export const optimizationParameters = shape(
  {},
  {
    ...wholes`pickupDoorstepTimeSeconds dropoffDoorstepTimeSeconds`,
    costsByMetric: record,
    ...texts`clusterLabel mxLabel sequenceGroup`,
    assignmentPriority: whole.min(0).max(3),
    sequencePriority: whole.min(0).max(499),
  },
);

export const orderInput = shape(
  { minimumVehicleSize: vehicleSize.optional() },
  {
    ...texts`
      externalId pickupAddress pickupPlaceId pickupPhoneNumber pickupBusinessName pickupFirstName
      pickupLastName pickupInstructions pickupStoreLocationId pickupExternalStoreLocationId pickupEmail
      dropoffAddress dropoffPlaceId dropoffPhoneNumber dropoffBusinessName dropoffFirstName
      dropoffLastName dropoffInstructions dropoffEmail deliveryMode deliveryWindowId description currency
      dispatchStrategyId referenceId pickupAddressNumber pickupAddressSecondarynumber
      pickupAddressFormattedStreet pickupAddressCity pickupAddressCounty pickupAddressState
      pickupAddressZip pickupAddressCountry dropoffAddressNumber dropoffAddressSecondarynumber
      dropoffAddressFormattedStreet dropoffAddressCity dropoffAddressCounty dropoffAddressState
      dropoffAddressZip dropoffAddressCountry
    `,
    ...textLists`pickupStoreLocationIds pickupZoneIds pickupBarcodes dropoffBarcodes tags`,
    ...instants`pickupStartTime pickupEndTime dropoffStartTime dropoffEndTime`,
    ...wholes`itemsCount tipAmountCents maxDeliveryFeeCents`,
    valueCents: z.union([whole, text]),
    requirements: z.union([z.array(packageRequirements), z.array(text)]),
    orderMetadata: record,
    ...numbers`pickupLat pickupLng dropoffLat dropoffLng height width depth`,
    weight: z.union([number, whole, text]),
    items: z.array(itemInput),
    optimizationParameters,
    pickupPayment,
    reapplyAutomations: flag,
  },
);

export const bulkCreation = shape({ action: z.literal('create'), data: orderInput });

export const ordersInput = shape({ orders: z.array(orderInput) });

export const orderId = shape({ id: text });

export const bulkDeletion = shape({ action: z.literal('delete'), data: orderId });

export const bulkOperationState = shape({
  status: activityStatus,
  summary: bulkOperationSummary,
  results: z.array(bulkOperationResult),
});

export const orderDocuments = z.array(orderDocument);

export const quotedOrderInput = orderInput.extend({ returnFirstQuoteApiOnly: flag.nullish() });

export const orderLocationSummary = shape(
  {},
  {
    ...texts`businessName firstName lastName address city state country`,
    ...instants`startTime endTime`,
  },
);

export const orderListItem = shape(
  { id: text },
  {
    ...texts`externalId status currency routeId portalUrl`,
    tags: z.array(text),
    ...instants`createdAt updatedAt`,
    valueCents: whole,
    pickup: orderLocationSummary,
    dropoff: orderLocationSummary,
  },
);

export const orderChange = orderInput.extend({ id: text });

export const bulkChange = shape({ action: z.literal('update'), data: orderChange });

export const orderUpsert = orderInput.extend({ id: text.nullish() });

export const bulkUpsert = shape({ action: z.literal('upsert'), data: orderUpsert });

export const bulkOperationInput = z.array(z.union([bulkCreation, bulkChange, bulkUpsert, bulkDeletion]));

export const orderPage = shape({
  results: z.array(orderListItem),
  ...wholes`totalCount limit offset`,
});

export const orderList = z.array(order);

export const refreshOrderQuotesInput = shape({}, { ...texts`orderId externalOrderId` });

export const refreshedOrderQuotes = shape({ quotes: z.array(quote) });
