import { z } from 'zod';
import { quote } from './quotes.ts';
import { flag, flags, numbers, oneOf, record, records, shape, text, texts, whole, wholes } from './values.ts';

export const assignRouteInput = shape({}, { ...texts`providerId driverGroupId courierId vehicleId` });

export const batchStopTypes = oneOf`PICKUP DROPOFF RETURN DRIVER_BREAK ROUTE_START ROUTE_END`;

export const batch = shape(
  {
    ...texts`id type`,
    objectSequence: z.array(text),
    stopTypes: z.array(batchStopTypes),
    quotes: z.array(quote),
  },
  { providerId: text, providerIsInternal: flag, winnerQuote: record, failedQuotes: z.array(record) },
);

export const courierPosition = shape(
  { ...numbers`lat lng` },
  {
    ...texts`updatedAt capturedAt`,
    ...numbers`accuracy heading speed altitude altitudeAccuracy batteryLevel`,
    ...flags`batteryIsCharging isMoving`,
  },
);

export const routeCourier = shape({}, { ...texts`id firstName lastName phoneNumber` });

export const driverGroup = shape({}, { ...texts`id externalId` });

export const latLng = shape({ ...numbers`lat lng` });

export const itemStatusHistoryEntry = shape({ ...texts`status createdAt` });

export const itemStatusMetadata = shape(
  {},
  { ...texts`pickedAt deliveredAt failedAt returnedAt failureReason failureLocation` },
);

export const orderItem = shape(
  {},
  {
    ...texts`id description barcode sku category status`,
    ...wholes`count valueCents availableQuantity`,
    statusMetadata: itemStatusMetadata,
    statusHistory: z.array(itemStatusHistoryEntry),
    get subItems(): z.ZodType {
      return z.array(orderItem);
    },
  },
);

export const proofOfDelivery = shape({ type: text }, { ...texts`url uploadedAt` });

export const stopOrder = shape(
  { id: text },
  {
    ...texts`externalId publicTrackingUrl`,
    pod: z.array(proofOfDelivery),
    orderItems: z.array(orderItem),
  },
);

export const routeStop = shape(
  { stopType: text, objectIds: z.array(text), location: latLng.nullable() },
  {
    ...texts`arrivalTime departTime plannedArrivalTime status statusDescription startedAt`,
    ...numbers`serviceTime distanceFromPrevious durationFromPrevious`,
    statusHistory: z.array(record),
    metadata: record,
    breakDuration: whole,
    orders: z.array(stopOrder),
  },
);

export const routeVehicle = shape({}, { ...texts`licensePlate make model color type`, year: whole });

export const route = shape(
  { ...texts`id portalUrl type`, stops: z.array(routeStop), isDispatched: flag.optional() },
  {
    ...texts`externalId name courierId vehicleId providerName shiftId jobId encodedPolyline status`,
    courier: routeCourier,
    driverGroup,
    courierPosition,
    vehicle: routeVehicle,
    ...records`routeMetadata validationErrors`,
    statusHistory: z.array(record),
  },
);

export const calculateRouteTimingReply = shape({ route }, { mappedRoutesPolyline: z.array(record) });

export const routeStatus = oneOf`created assigned started in_progress completed failed canceled`;

export const dispatchRoutesInput = shape({ routeIds: z.array(text), autoDispatch: flag.optional() });

export const dispatchedJob = shape({ ...texts`id portalUrl` });

export const dispatchRoutes = shape({ jobs: z.array(dispatchedJob) });

export const routeStopInput = shape(
  { stopType: text, objectIds: z.array(text) },
  {
    ...texts`id arrivalTime departTime`,
    ...wholes`serviceTime distanceFromPrevious durationFromPrevious`,
    location: latLng,
    metadata: record,
  },
);

export const upsertRouteInput = shape(
  { autoDispatch: flag.optional() },
  {
    ...texts`externalId name vehicleId courierId driverGroupId`,
    stops: z.array(routeStopInput),
    routeMetadata: record,
  },
);

export const upsertRouteReply = shape({ route });
