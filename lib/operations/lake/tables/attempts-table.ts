import { ATTEMPT_ENDS, type Fact } from '../../insight/index.ts';
import { defineLakeTable } from '../lake-table.ts';
import {
  aboutColumn,
  flagColumn,
  minuteColumn,
  orderCreatedColumn,
  placeColumn,
  placesColumn,
  sumColumn,
} from './fact-columns.ts';

/** `canceledByProvider` as `canceled_by_provider`. */
function wordsOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const attemptsTable = defineLakeTable<Fact>({
  name: 'attempts',
  description: 'Attempts of providers to deliver a package that have ended: one row each.',
  columns: {
    attempt_id: { type: 'text', description: 'Id of the attempt (the task)', of: ({ id }) => id },
    order_id: aboutColumn('orderId', 'Id of the order; null for a delivery without one'),
    job_id: aboutColumn('jobId', 'Id of the job'),
    route_id: aboutColumn('routeId', 'Id of the route; null for a single delivery'),
    ended_at: minuteColumn('Minute in which the attempt ended'),
    order_created_at: orderCreatedColumn,
    outcome: {
      type: 'text',
      description: `How it ended: ${ATTEMPT_ENDS.map((end) => `\`${wordsOf(end)}\``).join(', ')}`,
      of: ({ sums }) => wordsOf(ATTEMPT_ENDS.find((end) => sums[end]) ?? 'failed'),
    },
    provider_id: placeColumn('provider', 'Id of the provider'),
    strategy_id: placeColumn('strategy', "Id of the dispatch strategy; null for the service's default"),
    driver_id: placeColumn('driver', "Id of the own fleet's driver"),
    driver_group_id: placeColumn('driverGroup', "Id of the route's driver group"),
    store_ids: placesColumn('store', 'Ids of the store locations at which the delivery starts or ends'),
    zone_ids: placesColumn('zone', 'Ids of the zones that covered the dropoff'),
    tags: placesColumn('tag', 'Tags of the job and the package'),
    was_accepted: flagColumn('accepted', 'Whether the provider accepted it'),
    is_retry: flagColumn('failovers', 'Whether another attempt for the package came before it'),
    is_last: flagColumn('packages', 'Whether the package came to its end with it'),
    was_proved: flagColumn(
      'proved',
      'Whether a photo, a signature, a code or another proof shows the arrival',
    ),
    late_seconds: sumColumn(
      'lateSeconds',
      'Seconds from the end of the promised window to the arrival; 0 = in time, null = no window or not delivered',
      'timed',
    ),
    early_seconds: sumColumn(
      'earlySeconds',
      'Seconds from the arrival to the start of the promised window; 0 = not early',
      'timed',
    ),
    assignment_seconds: sumColumn(
      'secondsToAssignment',
      'Seconds from the order to the assignment of a courier; known of delivered packages',
      'assigned',
    ),
    pickup_seconds: sumColumn(
      'secondsToPickup',
      'Seconds from the order to the pickup; known of delivered packages',
      'pickedUp',
    ),
    delivery_seconds: sumColumn('secondsToDelivery', 'Seconds from the order to the delivery', 'arrived'),
    cost_cents: sumColumn('costCents', 'Cost of the attempt in hundredths of the currency'),
    quoted_cents: sumColumn(
      'quotedCents',
      'Price of the chosen quote; known once the package was picked up',
      'quotedCents',
    ),
    currency: placeColumn('currency', 'Currency of the amounts, as in ISO 4217'),
    distance_meters: sumColumn(
      'meters',
      'Driving distance from pickup to dropoff; known once the package was picked up',
      'meters',
    ),
  },
});
