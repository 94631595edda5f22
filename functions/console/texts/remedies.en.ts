/** Values in a sentence, as they are shown. */
type Said = Readonly<Record<string, string>>;
type Sentences = Readonly<Record<string, (said: Said) => string>>;

const plural = (count: string | undefined, one: string, many: string) => (count === '1' ? one : many);

/** English texts: what is enough for an order that a plan left out. */
export const texts = {
  remedy: {
    title: 'What changes',
    what: 'Value',
    present: 'Present',
    next: 'New',
    apply: 'Change and plan again',
    applied: 'Changed. The orders are planned again.',
    undone: 'The change is undone. Plan again to see the orders without it.',
    thenPlanned: 'Then the orders of this run are planned again, and its saved routes with them.',
    outdated: (name: string) =>
      `${name} has been changed since this run, so the remedy may no longer fit. Plan again.`,
    spares: 'Another vehicle:',
    spare: (name: string, driver: string | null) => (driver ? `Use ${name} (${driver})` : `Use ${name}`),
    spareHelp: 'Plans again with this vehicle as well. Nothing is changed until the routes are saved.',
    plannedWith: (name: string) => `Planning again with ${name}. Save the routes to keep the plan.`,
    noSpare: 'None of the other vehicles is free at that time and could take it.',
    addVehicle: 'Add a vehicle',
    plannedAgain: 'Planning again. Save the routes to keep the plan.',
    fields: {
      dropoffEndTime: 'End of the delivery window',
      pickupEndTime: 'End of the pickup window',
      plannedEnd: 'End of the shift',
      weight: 'Weight limit',
      maxDistance: 'Distance limit',
      maxDuration: 'Duration limit (hours)',
      maxStops: 'Stop limit',
      capabilities: 'Capabilities',
      mxLabel: 'Mutually exclusive label',
      leaveOutCents: 'Price of leaving it out',
    },
  },
  /** Why an order has no route, by the codes of the API. */
  leftOut: {
    CAPACITY: 'No vehicle has room for it beside the other orders.',
    TIME_WINDOW: 'No vehicle can arrive within the time windows beside the other orders.',
    SHIFT: 'No shift is long enough for it beside the other orders.',
    CAPABILITY: 'No vehicle with the capabilities that it requires can take it beside the other orders.',
    EXCLUSION: 'Another order with the same mutually exclusive label is on every route that could take it.',
    DISTANCE_LIMIT: 'Every vehicle would drive farther than it may.',
    DURATION_LIMIT: 'Every vehicle would be on the road longer than it may.',
    STOP_LIMIT: 'Every vehicle has the maximum number of stops.',
    ORDER_LIMIT: 'The vehicles have the maximum number of orders, or would have fewer than their minimum.',
    SEQUENCE: 'Its sequence priority or group leaves no position for it.',
    LOCK: 'It is bound to a vehicle or place that cannot take it.',
    UNREACHABLE: 'No road leads there.',
    NO_VEHICLE: 'Every vehicle that could take it is in use.',
    PRICE: 'Leaving it out is cheaper than delivering it.',
    NOT_TRIED: 'Time ran out before it was tried.',
    CAPACITY_ALONE: 'The order is too large for every vehicle.',
    TIME_WINDOW_ALONE: 'No vehicle can arrive within its time window, even without other orders.',
    SHIFT_ALONE: 'No shift is long enough for it, even without other orders.',
    CAPABILITY_ALONE: 'No vehicle has the capabilities that the order requires.',
    DISTANCE_LIMIT_ALONE: 'It is farther than any vehicle may drive.',
    DURATION_LIMIT_ALONE: 'It takes longer than any vehicle may be on the road.',
    NOT_LOOKED_INTO: 'Time ran out before it was found out what keeps it off the routes.',
    FREE_ELSEWHERE:
      'The vehicles near it are all in use. Others like them are free, but the orders were planned in parts, and it was not tried on them.',
    FITS_NOWHERE: 'It does not fit anywhere.',
  } as Readonly<Record<string, string>>,
  /** What is enough for it, step by step. */
  steps: {
    RAISE_WEIGHT_LIMIT: ({ vehicle, amount, unit }) =>
      `Raise the weight limit of ${vehicle} by ${amount} ${unit}.`,
    RAISE_CARGO_SPACE: ({ vehicle, amount, unit }) =>
      `Raise the cargo space of ${vehicle} by ${amount} ${unit}.`,
    RAISE_ROOM: ({ vehicle, dimension, amount }) =>
      `Raise the room for ${dimension} of ${vehicle} by ${amount}.`,
    END_SHIFT_LATER: ({ vehicle, minutes }) =>
      `End the shift of ${vehicle} ${minutes} ${plural(minutes, 'minute', 'minutes')} later.`,
    RAISE_DISTANCE_LIMIT: ({ vehicle, distance }) => `Raise the distance limit of ${vehicle} by ${distance}.`,
    RAISE_DURATION_LIMIT: ({ vehicle, hours }) =>
      `Raise the duration limit of ${vehicle} by ${hours} ${plural(hours, 'hour', 'hours')}.`,
    RAISE_STOP_LIMIT: ({ vehicle, stops }) => `Raise the stop limit of ${vehicle} by ${stops}.`,
    RAISE_ORDER_LIMIT: ({ vehicle, orders }) =>
      `Raise the maximum number of orders on the route of ${vehicle} by ${orders}.`,
    LOWER_ORDER_MINIMUM: ({ vehicle, orders }) =>
      `Lower the minimum number of orders on the route of ${vehicle} to ${orders}.`,
    ADD_CAPABILITY: ({ vehicle, capability }) => `Give ${vehicle} the capability ${capability}.`,
    ADD_CAPABILITIES: ({ vehicle, capability }) => `Give ${vehicle} the capabilities ${capability}.`,
    REMOVE_EXCLUSION_LABEL: ({ label }) => `Remove its mutually exclusive label ${label}.`,
    REMOVE_PRIORITY: () => 'Remove its sequence priority.',
    REMOVE_CLUSTER_LABEL: ({ label }) => `Remove its cluster label ${label}.`,
    LEAVE_SEQUENCE_GROUP: ({ group }) => `Take it out of the sequence group ${group}.`,
    REMOVE_LEAVE_OUT_PRICE: () => 'Remove its price of leaving out.',
    ADD_VEHICLES: () => 'Give the run a driver group with vehicles.',
    ADD_VEHICLE_LIKE: ({ vehicle }) => `Add a vehicle like ${vehicle}.`,
    SEARCH_LONGER: () => 'Raise the search level of the strategy, or plan fewer orders at once.',
    UNLOCK: () => 'Unlock it.',
    END_PICKUP_WINDOW_LATER: ({ order, minutes }) =>
      `End ${order ? `the pickup window of order ${order}` : 'its pickup window'} ${minutes} ${plural(minutes, 'minute', 'minutes')} later.`,
    END_DELIVERY_WINDOW_LATER: ({ order, minutes }) =>
      `End ${order ? `the delivery window of order ${order}` : 'its delivery window'} ${minutes} ${plural(minutes, 'minute', 'minutes')} later.`,
  } as Sentences,
};
