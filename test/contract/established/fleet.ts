import { z } from 'zod';
import {
  anything,
  day,
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
  whole,
  wholes,
} from './values.ts';

export const barcodeProof = shape({
  podType: oneOf`barcode_scan_on_pickup barcode_scan_on_dropoff barcode_scan_on_return`,
  value: text,
  status: oneOf`success invalid failure skipped manually_entered damaged`,
});

export const breakConfiguration = shape(
  { breakDuration: whole },
  { timeWindow: z.array(anything), maxWorkingTime: whole },
);

export const coordinates = shape({ latitude: number.min(-90).max(90), longitude: number.min(-180).max(180) });

export const reportedVehicle = shape({}, { ...texts`make model color licensePlate` });

export const reportedCourier = shape(
  {},
  {
    ...texts`name phoneNumber pickupPhoneNumber dropoffPhoneNumber profileImageUrl externalId`,
    vehicle: reportedVehicle,
  },
);

export const deliveryFailureCode = oneOf`
  customer_unavailable address_not_found out_of_service_area damage_in_transit item_unavailable
  age_verification_failed no_capacity other
`;

export const deliveryFailure = shape({ code: deliveryFailureCode }, { reason: text });

export const deliveryStatusUpdateValue = oneOf`
  not_assigned_driver assigned_driver pickup_enroute pickup_arrived pickup_complete dropoff_enroute
  dropoff_arrived dropoff_complete failed canceled_by_provider return_in_progress return_arrived
  returned_to_store
`;

export const imageProof = shape({
  podType: oneOf`
    photo_proof_of_delivery signature_proof_of_delivery photo_proof_of_pickup signature_proof_of_pickup
    photo_pre_delivery_verification
  `,
  imageUrl: text,
});

export const deliveryUpdate = shape(
  {},
  {
    status: deliveryStatusUpdateValue,
    coordinates,
    proofOfDelivery: z.array(z.union([imageProof, barcodeProof])),
    courier: reportedCourier,
    failure: deliveryFailure,
    ...texts`pickupNote dropoffNote parkingLocation returnParkingLocation externalDeliveryId`,
    ...instants`pickupEta dropoffEta`,
  },
);

export const bulkDeliveryUpdateItem = deliveryUpdate.extend({
  deliveryId: text.nullish(),
  packageExternalIdentifier: text.nullish(),
});

export const bulkDeliveryUpdateRequest = shape({ deliveries: z.array(bulkDeliveryUpdateItem) });

export const bulkDeliveryUpdateResultItem = shape(
  { deliveryId: text, success: flag },
  { ...texts`errorCode errorMessage`, delivery: record },
);

export const bulkDeliveryUpdate = shape({ results: z.array(bulkDeliveryUpdateResultItem) });

export const contractReadDetailed = shape(
  {
    ...texts`contract_id first_version_contract_id display_name currency provider_id`,
    is_active: flag,
    created_at: instant,
  },
  {
    ...texts`
      next_version_contract_id provider_name external_identifier delivery_price_type
      prev_version_contract_id commit_message created_by delivery_price_function
    `,
    ...wholes`version unassigned_driver_timeout_minutes`,
    ...records`
      delivery_price eligibility_criteria wait_fee cancellation_fee return_fee insurance_price tip_amount
      toll_fee properties
    `,
    ...textLists`supported_orgs excluded_orgs`,
  },
);

export const vehicleDisplaySize = oneOf`
  bike motorbike cargobike car suv pickup_truck van truck large_van extra_large_van
`;

export const vehicleInfo = shape(
  {},
  { type: vehicleDisplaySize, ...texts`make model licenseplate color year` },
);

export const vehicleLocation = shape({ ...numbers`lat lng` });

export const workRelationship = oneOf`EMPLOYEE CONTRACTOR`;

export const courier = shape(
  {
    ...texts`id externalidentifier firstname lastname phonenumber createdat`,
    ...textLists`firstversioncontractids vehicleids`,
    vehicleinfo: vehicleInfo,
    courierlocation: vehicleLocation,
  },
  { dateofbirth: day, workrelationship: workRelationship, driverslicense: text },
);

export const courierInput = shape(
  { ...texts`firstname lastname phonenumber` },
  {
    ...texts`externalidentifier driverslicense`,
    vehicleinfo: vehicleInfo,
    dateofbirth: day,
    workrelationship: workRelationship,
    vehicleids: z.array(text),
  },
);

export const vehicleConfig = shape(
  {},
  {
    ...wholes`
      weight height length width axlecount trailercount maxstops maxdistance maxduration minordersperroute
    `,
    weightunit: oneOf`kg lbs`,
    lengthunit: oneOf`meter in`,
    ...numbers`speedfactor fixedcost costperunitdistance costperunittime parkingtime`,
    capabilities: z.array(text),
    vehicleprofile: text,
  },
);

export const optimizationParams = shape(
  {},
  {
    serviceTimeRelativeEfficiency: number,
    plannedBreaks: z.array(breakConfiguration),
    ...wholes`departureDelay shiftEndServiceTimeMinutes`,
    vehicleConfig,
  },
);

export const shiftInput = shape(
  { ...texts`name plannedStart plannedEnd` },
  {
    ...texts`id status storeLocationId externalStoreLocationId`,
    plannedBreakDuration: whole,
    shiftMetadata: record,
    optimizationParams,
    ...textLists`zoneIds externalZoneIds`,
  },
);

export const shiftsInput = shape({ shifts: z.array(shiftInput) });

export const vehicleInput = shape(
  { name: text, enabled: flag },
  {
    externalidentifier: text,
    vehicleinfo: vehicleInfo,
    vehicleconfig: vehicleConfig,
    courierids: z.array(text),
  },
);

export const listedContracts = shape({ contracts: z.array(contractReadDetailed) }, { next_cursor: text });

export const shift = shape(
  { ...texts`id name plannedStart plannedEnd status createdAt updatedAt` },
  {
    plannedBreakDuration: whole,
    shiftMetadata: record,
    optimizationParams,
    ...texts`storeLocationId externalStoreLocationId courierId vehicleId`,
    ...textLists`zoneIds externalZoneIds`,
  },
);

export const vehicle = shape({
  ...texts`id name providerid externalidentifier`,
  enabled: flag,
  vehicleinfo: vehicleInfo,
  vehicleconfig: vehicleConfig,
  courierids: z.array(text),
});
