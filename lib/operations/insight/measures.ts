import { CHANNELS } from '../../reactions/notifications/index.ts';
import type { NamedDimension } from './dimensions.ts';
import { defineMeasure, type Measure } from './measure.ts';

/** What is known of an order before it is dispatched. */
const OF_ORDER: readonly NamedDimension[] = ['store', 'strategy', 'tag'];

/** What is known of a route. */
const OF_ROUTE: readonly NamedDimension[] = ['store', 'provider', 'driverGroup', 'driver', 'strategy'];

/** What is known of a window or a message. */
const OF_STORE: readonly NamedDimension[] = ['store'];

/** What is known of a run of a workflow. */
const OF_RUN: readonly NamedDimension[] = ['store', 'workflow'];

/** Seconds to minutes. */
const MINUTES = 1 / 60;

/** Every measure, in the order in which lists show them. */
export const MEASURES: readonly Measure[] = Object.freeze([
  defineMeasure({
    name: 'orders',
    label: 'Orders created',
    definition: 'Orders that were created in the period.',
    unit: 'count',
    formula: { kind: 'count', of: 'ordersCreated' },
    dimensions: OF_ORDER,
  }),
  defineMeasure({
    name: 'orders-by-status',
    label: 'Orders by status',
    definition:
      'Orders that got a status in the period, each time they got it: created, in need of attention, not dispatched, ' +
      'canceled or archived.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: {
        created: 'ordersCreated',
        needs_attention: 'ordersNeedingAttention',
        dispatch_failure: 'ordersNotDispatched',
        canceled: 'ordersCanceled',
        archived: 'ordersArchived',
      },
    },
    dimensions: OF_ORDER,
  }),
  defineMeasure({
    name: 'deliveries',
    label: 'Packages delivered',
    definition: 'Packages that were delivered in the period.',
    unit: 'count',
    formula: { kind: 'count', of: 'delivered' },
  }),
  defineMeasure({
    name: 'attempts-by-end',
    label: 'Attempts by their end',
    definition: 'Attempts of providers that ended in the period, by how they ended.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: {
        delivered: 'delivered',
        failed: 'failed',
        returned: 'returned',
        expired: 'expired',
        canceled_by_provider: 'canceledByProvider',
        canceled_by_customer: 'canceledByCustomer',
        canceled_by_system: 'canceledBySystem',
        canceled_for_other_provider: 'canceledForOtherProvider',
      },
    },
  }),
  defineMeasure({
    name: 'cancellations',
    label: 'Cancellations',
    definition: 'Attempts that were canceled in the period, by who canceled them.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: {
        provider: 'canceledByProvider',
        customer: 'canceledByCustomer',
        system: 'canceledBySystem',
        other_provider: 'canceledForOtherProvider',
      },
    },
  }),
  defineMeasure({
    name: 'on-time',
    label: 'On time',
    definition:
      'Delivered packages with a promised window that arrived in it, first and last instant included, by all delivered ' +
      'packages with a promised window.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'onTime', by: 'timed' },
  }),
  defineMeasure({
    name: 'punctuality',
    label: 'Early and late',
    definition:
      'Delivered packages with a promised window by how far they arrived before or after it: early or late by up to 15, ' +
      '30 or 60 minutes, or more.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: {
        early_more_than_15: 'earlyMore',
        early_up_to_15: 'early15',
        on_time: 'onTime',
        late_up_to_15: 'late15',
        late_up_to_30: 'late30',
        late_up_to_60: 'late60',
        late_more_than_60: 'lateMore',
      },
    },
  }),
  defineMeasure({
    name: 'lateness',
    label: 'Lateness of late packages',
    definition: 'Minutes by which late packages arrived after their window, by the number of late packages.',
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'lateSeconds', by: 'late', scale: MINUTES },
  }),
  defineMeasure({
    name: 'earliness',
    label: 'Earliness of early packages',
    definition:
      'Minutes by which early packages arrived before their window, by the number of early packages.',
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'earlySeconds', by: 'early', scale: MINUTES },
  }),
  defineMeasure({
    name: 'first-attempt-success',
    label: 'First-attempt success',
    definition: 'Packages that their first attempt delivered, by all packages that came to an end.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'packagesAtFirst', by: 'packages' },
  }),
  defineMeasure({
    name: 'time-to-assignment',
    label: 'Time to assignment',
    definition: 'Minutes from the order to the assignment of a courier, on average over delivered packages.',
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'secondsToAssignment', by: 'assigned', scale: MINUTES },
  }),
  defineMeasure({
    name: 'time-to-pickup',
    label: 'Time to pickup',
    definition: 'Minutes from the order to the pickup, on average over delivered packages.',
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'secondsToPickup', by: 'pickedUp', scale: MINUTES },
  }),
  defineMeasure({
    name: 'time-to-delivery',
    label: 'Time to delivery',
    definition: 'Minutes from the order to the delivery, on average over delivered packages.',
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'secondsToDelivery', by: 'arrived', scale: MINUTES },
  }),
  defineMeasure({
    name: 'cost',
    label: 'Cost',
    definition:
      'What attempts that ended in the period cost: the whole price where the package was picked up, otherwise only fees ' +
      'that the provider added.',
    unit: 'cents',
    formula: { kind: 'count', of: 'costCents' },
  }),
  defineMeasure({
    name: 'cost-per-delivery',
    label: 'Cost per delivery',
    definition: 'Cost of all attempts, those that failed included, by the number of delivered packages.',
    unit: 'cents_per_delivery',
    formula: { kind: 'ratio', of: 'costCents', by: 'delivered' },
  }),
  defineMeasure({
    name: 'cost-per-km',
    label: 'Cost by distance',
    definition:
      'Cost of attempts that picked the package up, by their driving distance, where that is known.',
    unit: 'cents_per_km',
    formula: { kind: 'ratio', of: 'costOfMeasuredCents', by: 'meters', scale: 1_000 },
  }),
  defineMeasure({
    name: 'cost-against-quote',
    label: 'Cost against quote',
    definition: 'Cost of attempts that picked the package up, by what their quotes said; 1 is as quoted.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'costOfQuotedCents', by: 'quotedCents' },
    isMoney: true,
  }),
  defineMeasure({
    name: 'failovers',
    label: 'Failovers',
    definition: 'Attempts after the first of a package, by all attempts that ended.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'failovers', by: 'attempts' },
  }),
  defineMeasure({
    name: 'acceptance',
    label: 'Provider acceptance',
    definition:
      'Attempts that the provider accepted, by all that it was asked for; attempts that were taken back before its answer ' +
      'do not count.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'accepted', by: 'asked' },
  }),
  defineMeasure({
    name: 'proof-rate',
    label: 'With a proof',
    definition:
      'Delivered packages with a proof of any kind, such as a photo, a signature or the right code, by all delivered packages.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'proved', by: 'delivered' },
  }),
  defineMeasure({
    name: 'window-bookings',
    label: 'Bookings of windows',
    definition:
      'What happened to places in delivery windows in the period: booked, confirmed, or released because the booking was ' +
      'revoked, expired or moved to another window.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: { booked: 'windowsBooked', confirmed: 'windowsConfirmed', released: 'windowsReleased' },
    },
    dimensions: OF_ORDER,
  }),
  defineMeasure({
    name: 'window-use',
    label: 'Use of windows',
    definition:
      'Places taken at the cutoff, by all places, of windows that were booked at least once and whose cutoff was in the ' +
      'period. Windows without a limit do not count.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'windowPlacesTaken', by: 'windowPlaces' },
    dimensions: OF_STORE,
  }),
  defineMeasure({
    name: 'window-refusals',
    label: 'Refusals of windows',
    definition:
      'Times that an order asked for a window in the period and did not get it: the window was full, it was closed (disabled, ' +
      'past its cutoff or too close), or the order did not fit it (such as its zone, store, tags or value).',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: { full: 'windowsFull', closed: 'windowsClosed', unfit: 'windowsUnfit' },
    },
    dimensions: OF_ORDER,
  }),
  defineMeasure({
    name: 'rating',
    label: 'Rating',
    definition:
      'Ratings from 0 to 5 that recipients gave in the period, on average. Of several ratings of a delivery the latest counts, ' +
      'at the time of the first.',
    unit: 'points',
    formula: { kind: 'ratio', of: 'ratingSum', by: 'ratings' },
  }),
  defineMeasure({
    name: 'low-ratings',
    label: 'Low ratings',
    definition: 'Deliveries that were rated below 3, by all that were rated in the period.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'ratingsLow', by: 'ratings' },
  }),
  defineMeasure({
    name: 'workflow-runs',
    label: 'Runs of workflows',
    definition:
      'Runs of workflows that started in the period, by how they ended. Tests do not count, nor do runs inside the request ' +
      'that creates or changes an order, and those that were refused before their first step.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: { completed: 'runsCompleted', failed: 'runsFailed', cancelled: 'runsCancelled' },
    },
    dimensions: OF_RUN,
  }),
  defineMeasure({
    name: 'workflow-effects',
    label: 'Effects of workflows',
    definition:
      'What the same runs did: changes of orders, deliveries and routes, messages, and requests or questions to models.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: { changes: 'runChanges', messages: 'runMessages', requests: 'runWork' },
    },
    dimensions: OF_RUN,
  }),
  defineMeasure({
    name: 'workflow-deliveries',
    label: 'Deliveries of workflows',
    definition:
      'Deliveries that the same runs were about, once for each run. How they ended is in the measures of deliveries, split by ' +
      'workflow.',
    unit: 'count',
    formula: { kind: 'count', of: 'runDeliveries' },
    dimensions: OF_RUN,
  }),
  defineMeasure({
    name: 'notifications',
    label: 'Notifications',
    definition:
      'Messages that were created in the period, by what became of them: delivered as the channel confirmed, sent without a ' +
      'word of the channel so far, failed, or held back by the deny list. Those on their way do not count yet.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: {
        delivered: 'messagesDelivered',
        sent: 'messagesSent',
        failed: 'messagesFailed',
        suppressed: 'messagesSuppressed',
      },
    },
    dimensions: OF_STORE,
  }),
  defineMeasure({
    name: 'notifications-delivered',
    label: 'Notifications delivered',
    definition: 'Messages that were sent or delivered, by these and those that failed.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'messagesReached', by: 'messagesTried' },
    dimensions: OF_STORE,
  }),
  defineMeasure({
    name: 'notifications-by-channel',
    label: 'Notifications by channel',
    definition: 'Messages that were created in the period and sent or delivered, by their channel.',
    unit: 'count',
    formula: {
      kind: 'breakdown',
      parts: Object.fromEntries(CHANNELS.map((channel) => [channel, `messagesBy_${channel}`])),
    },
    dimensions: OF_STORE,
  }),
  defineMeasure({
    name: 'incidents',
    label: 'Incidents',
    definition: 'Incidents that were raised in the period.',
    unit: 'count',
    formula: { kind: 'count', of: 'incidents' },
  }),
  defineMeasure({
    name: 'incident-rate',
    label: 'Incident rate',
    definition: 'Incidents raised in the period, by packages delivered in it.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'incidents', by: 'delivered' },
  }),
  defineMeasure({
    name: 'refunds-asked',
    label: 'Refunds asked',
    definition: 'Amount of the refunds that were requested in the period.',
    unit: 'cents',
    formula: { kind: 'count', of: 'refundAskedCents' },
  }),
  defineMeasure({
    name: 'refunds-granted',
    label: 'Refunds granted',
    definition: 'Amount of the refunds that were granted in the period.',
    unit: 'cents',
    formula: { kind: 'count', of: 'refundGrantedCents' },
  }),
  defineMeasure({
    name: 'refund-success',
    label: 'Refund success',
    definition: 'Refund requests that were granted at least in part, by those decided in the period.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'refundsGranted', by: 'refundsDecided' },
  }),
  defineMeasure({
    name: 'routes',
    label: 'Routes driven',
    definition:
      'Routes that came to an end in the period: completed, or failed because nothing was delivered.',
    unit: 'count',
    formula: { kind: 'count', of: 'routes' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'stops-per-hour',
    label: 'Stops an hour',
    definition:
      'Completed stops of routes that ended in the period, by the hours from their departure to their end.',
    unit: 'stops_per_hour',
    formula: { kind: 'ratio', of: 'stopsDriven', by: 'drivenSeconds', scale: 3_600 },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'stops-on-time',
    label: 'Stops on time',
    definition:
      'Completed stops that were reached no later than five minutes after their planned time, by all completed stops.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'stopsOnTime', by: 'stopsDone' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'stops-skipped',
    label: 'Stops skipped',
    definition: 'Stops that were still skipped at the end of their route, by all stops.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'stopsSkipped', by: 'routeStops' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'stops-in-order',
    label: 'Stops in the planned order',
    definition:
      'Completed stops that were reached after the one planned before them, by all completed stops with one planned before them.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'stopPairsInOrder', by: 'stopPairs' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'dwell',
    label: 'Time at a stop',
    definition: "Minutes from the driver's arrival at a stop to the end of the work there, on average.",
    unit: 'minutes',
    formula: { kind: 'ratio', of: 'dwellSeconds', by: 'dwells', scale: MINUTES },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'route-distance',
    label: 'Planned distance',
    definition: 'Kilometres of the routes that ended in the period, as planned, on average.',
    unit: 'kilometres',
    formula: { kind: 'ratio', of: 'plannedMeters', by: 'routes', scale: 0.001 },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'driven-distance',
    label: 'Driven distance',
    definition:
      "Kilometres from the departure to the last stop of routes that ended in the period, by the courier's positions, on " +
      'average. Routes with more than five minutes of driving without a position do not count.',
    unit: 'kilometres',
    formula: { kind: 'ratio', of: 'drivenMeters', by: 'routesTracked', scale: 0.001 },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'distance-against-planned',
    label: 'Driven against planned distance',
    definition:
      'Driven distance of the same routes by the distance that was planned for them; 1 is as planned, more is longer.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'comparedDrivenMeters', by: 'comparedPlannedMeters' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'routes-tracked',
    label: 'Routes with a known way',
    definition: 'Routes whose driven distance is known, by all routes that ended in the period.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'routesTracked', by: 'routes' },
    dimensions: OF_ROUTE,
  }),
  defineMeasure({
    name: 'driven-against-planned',
    label: 'Driven against planned time',
    definition:
      'Time from departure to the end of routes, by the time that was planned for them; 1 is as planned, more is slower.',
    unit: 'share',
    formula: { kind: 'ratio', of: 'comparedDrivenSeconds', by: 'comparedPlannedSeconds' },
    dimensions: OF_ROUTE,
  }),
]);
