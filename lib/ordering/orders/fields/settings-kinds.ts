import * as z from 'zod';
import { metadata, objects, text, whole } from './field-kind.ts';
import { nestedField, nestedObject } from './nested-fields.ts';

const wholeWithin = (least: number, most: number) => ({
  ...whole,
  sent: () => z.int().min(least).max(most),
});

/** Seconds. */
const DAY = 86_400;

const optimization = nestedObject({
  pickupDoorstepTimeSeconds: nestedField(wholeWithin(0, DAY), 'Handover time at the pickup, in seconds.'),
  dropoffDoorstepTimeSeconds: nestedField(wholeWithin(0, DAY), 'Handover time at the dropoff, in seconds.'),
  costsByMetric: nestedField(metadata, 'Costs by metric.'),
  clusterLabel: nestedField(text, 'Label whose orders are kept together.'),
  mxLabel: nestedField(text, 'Label whose orders are mutually exclusive: no two of them share a route.'),
  assignmentPriority: nestedField(wholeWithin(0, 3), 'Importance of getting the order on a route, 0 to 3.'),
  leaveOutCents: nestedField(
    wholeWithin(0, 100_000_000),
    'Price of leaving the order out, in cents: an optimization leaves it out where that is cheaper. Without it the order is left out only where it does not fit.',
  ),
  sequencePriority: nestedField(
    wholeWithin(0, 499),
    'Position in the route, 0 to 499; smaller is visited earlier.',
  ),
  sequenceGroup: nestedField(text, 'Group of orders on one route, to which `sequencePriority` is limited.'),
});

/** Settings for optimization (specification 2.4). */
export const optimizationSettings = objects(optimization.stored, optimization.sent);

const payment = nestedObject({
  barcode: nestedField(
    nestedObject({
      type: nestedField(text, 'Kind of barcode.'),
      value: nestedField(text, 'Text of the barcode.'),
    }),
    'Barcode with which the courier pays.',
  ),
  providerCard: nestedField(
    { stored: z.boolean(), sent: () => z.boolean() },
    "Whether the courier pays with the provider's card.",
  ),
});

/** Payment by the courier at the pickup. */
export const paymentSettings = objects(payment.stored, payment.sent);
