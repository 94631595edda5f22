import { z } from 'zod';
import { order, orderInput } from './orders.ts';
import {
  flag,
  flags,
  instant,
  number,
  numbers,
  record,
  records,
  shape,
  text,
  textLists,
  texts,
  whole,
  wholes,
  writtenTimes,
} from './values.ts';

export const bookDeliveryWindowInput = shape(
  { deliveryWindowId: text },
  { requestedCapacity: number, expiresAt: instant },
);

export const deliveryWindowInput = shape(
  {},
  {
    ...writtenTimes`startTime startTimeLocal endTime endTimeLocal cutoffTime cutoffTimeLocal`,
    ...texts`timezoneId name rrule storeLocationId zoneId zoneExternalId`,
    ...textLists`exceptionDates allowedTags`,
    ...wholes`leadTimeMinutes priceCents minimumOrderValueCents maximumCapacity`,
    windowMetadata: record,
    ...flags`isActive isDeleted`,
  },
);

export const deliveryWindowsInput = shape({ deliveryWindows: z.array(deliveryWindowInput) });

export const templateInput = shape(
  { type: text },
  {
    ...records`deliveryWindowTemplatePayload shiftTemplatePayload`,
    ...texts`externalId name generationFrequencyUnit createInstancesUpToUnit`,
    ...writtenTimes`startDatetime endDatetime`,
    daysOfWeek: z.array(text),
    ...wholes`generationFrequencyValue createInstancesUpToValue`,
    overrideExistingInstances: flag,
  },
);

export const templatesInput = shape({ templates: z.array(templateInput) });

export const deliveryWindow = shape({
  ...texts`
    id name startTime startTimeLocal endTime endTimeLocal timezoneId cutoffTime cutoffTimeLocal rrule
    storeLocationId zoneId zoneExternalId
  `,
  ...textLists`exceptionDates allowedTags`,
  ...wholes`leadTimeMinutes priceCents minimumOrderValueCents maximumCapacity`,
  windowMetadata: record,
  ...flags`isActive isDeleted`,
});

export const deliveryWindowsOperationInput = shape({ ids: z.array(text) });

export const deliveryWindows = shape({ deliveryWindows: z.array(deliveryWindow) });

export const eligibleDeliveryWindow = shape(
  {
    id: text,
    ineligibleReason: text.nullable(),
    allowedTags: z.array(text).nullable(),
    startTime: text.nullable(),
    startTimeLocal: text.nullable(),
    endTime: text.nullable(),
    endTimeLocal: text.nullable(),
  },
  {
    ...texts`
      name storeLocationId storeLocationExternalId zoneId zoneExternalId cutoffTime cutoffTimeLocal
      timezoneId
    `,
    ...numbers`remainingCapacity maximumCapacity score`,
    ...wholes`minimumOrderValueCents priceCents`,
    windowMetadata: record,
  },
);

export const eligibleDeliveryWindows = shape({
  eligibleDeliveryWindows: z.array(eligibleDeliveryWindow),
  ineligibleDeliveryWindows: z.array(eligibleDeliveryWindow),
});

export const windowedOrderInput = orderInput.extend({
  requestedDeliveryWindowsStartTime: instant.nullish(),
  requestedDeliveryWindowsEndTime: instant.nullish(),
  deliveryWindowExpiresAt: instant.nullish(),
  deliveryWindowRequestedCapacity: whole.nullish(),
});

export const windowedOrder = order.extend({
  deliveryWindowId: text.nullish(),
  deliveryWindowStatus: text.nullish(),
  deliveryWindowExpiresAt: instant.nullish(),
  deliveryWindowRequestedCapacity: text.nullish(),
  eligibleDeliveryWindows: z.array(eligibleDeliveryWindow).nullish(),
  ineligibleDeliveryWindows: z.array(eligibleDeliveryWindow).nullish(),
  deliveryWindow: deliveryWindow.nullish(),
});

export const template = shape({
  ...texts`
    id type externalId name startDatetime endDatetime generationFrequencyUnit createInstancesUpToUnit
  `,
  payload: record,
  daysOfWeek: z.array(text),
  ...wholes`generationFrequencyValue createInstancesUpToValue`,
  overrideExistingInstances: flag,
});

export const templates = shape({ templates: z.array(template) });

export const updateDeliveryWindowInput = deliveryWindowInput.extend({ id: text });

export const updateDeliveryWindowsInput = shape({ deliveryWindows: z.array(updateDeliveryWindowInput) });
