import { STOP_TYPES } from '../../../engines/vocabulary/index.ts';
import { carriesOrders, type Stop } from '../../../fleet/routes/index.ts';
import { type Fact, startOf, visitOf } from '../../insight/index.ts';
import { defineLakeTable } from '../lake-table.ts';

/** A stop of a route that has ended. */
export interface EndedStop {
  /** The end of the route. */
  readonly fact: Fact;
  readonly stop: Stop;
  /** Number in the order of the route, from 1. */
  readonly position: number;
}

const when = (instant: string | null) => (instant === null ? null : Date.parse(instant));

export const stopsTable = defineLakeTable<EndedStop>({
  name: 'stops',
  description: 'Stops of the routes that came to an end: one row each, on the day on which the route ended.',
  columns: {
    stop_id: { type: 'text', description: 'Id of the stop', of: ({ stop }) => stop.id },
    route_id: { type: 'text', description: 'Id of the route', of: ({ fact }) => fact.about.routeId ?? null },
    position: {
      type: 'whole',
      description: 'Number of the stop on its route, from 1',
      of: (row) => row.position,
    },
    stop_type: {
      type: 'text',
      description: `What is done there: ${STOP_TYPES.map((type) => `\`${type}\``).join(', ')}`,
      of: ({ stop }) => stop.stopType,
    },
    status: { type: 'text', description: 'Last status of the stop', of: ({ stop }) => stop.status },
    order_ids: {
      type: 'texts',
      description: 'Ids of the orders at a pickup, dropoff or return',
      of: ({ stop }) => (carriesOrders(stop) ? stop.objectIds : []),
    },
    route_ended_at: {
      type: 'instant',
      description: 'Minute in which the route ended',
      of: ({ fact }) => startOf(fact.minute),
    },
    planned_arrival_at: {
      type: 'instant',
      description: 'Planned arrival',
      of: ({ stop }) => when(stop.plannedArrivalTime),
    },
    arrived_at: {
      type: 'instant',
      description: "The driver's arrival",
      of: ({ stop }) => when(visitOf(stop).arrivedAt),
    },
    left_at: {
      type: 'instant',
      description: 'End of the work at the stop: it was completed, skipped or failed',
      of: ({ stop }) => when(visitOf(stop).leftAt),
    },
    dwell_seconds: {
      type: 'whole',
      description: 'Seconds from the arrival to the end of the work',
      of: ({ stop }) => visitOf(stop).dwellSeconds,
    },
    planned_meters: {
      type: 'whole',
      description: 'Planned driving distance from the stop before',
      of: ({ stop }) => stop.distanceFromPrevious,
    },
    planned_drive_seconds: {
      type: 'whole',
      description: 'Planned driving time from the stop before',
      of: ({ stop }) => stop.durationFromPrevious,
    },
  },
});
