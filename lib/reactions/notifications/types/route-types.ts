import * as z from 'zod';
import { routeStatus } from '../../../fleet/routes/index.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import { defineNotificationTrigger } from './define-notification-trigger.ts';

/** A status of a route in any case (decision A4). */
const routeStatusInAnyCase = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(routeStatus);

/** The events of a route's statuses. */
const STATUS_OF: Readonly<Record<string, z.infer<typeof routeStatus>>> = {
  'route.created': 'CREATED',
  'route.assigned': 'ASSIGNED',
  'route.started': 'STARTED',
  'route.stop_completed': 'IN_PROGRESS',
  'route.completed': 'COMPLETED',
  'route.failed': 'FAILED',
  'route.canceled': 'CANCELED',
};

const routeTransition = defineNotificationTrigger({
  type: 'route_status_transition',
  title: 'Route Status Transition',
  description: 'A route reaches one of the statuses.',
  entityType: 'route',
  statuses: routeStatus.options.map((status) => status.toLowerCase()),
  on: Object.keys(STATUS_OF),
  parameters: z.object({
    routeStatus: routeStatusInAnyCase.nullish().meta({ description: 'One status.' }),
    routeStatuses: z
      .array(routeStatusInAnyCase)
      .min(1)
      .nullish()
      .meta({ description: 'Several statuses; without both, every transition.' }),
  }),
  fires({ event, data }, { routeStatus: one, routeStatuses: several }) {
    const status = ownValue(STATUS_OF, event.name);
    if (!status) return false;
    // A route is in progress when its first stop is done.
    if (status === 'IN_PROGRESS' && (data.stopsCompleted !== 1 || data.status !== 'IN_PROGRESS'))
      return false;
    const wanted = [...(one ? [one] : []), ...(several ?? [])];
    return wanted.length === 0 || wanted.includes(status);
  },
  key: ({ event, data }) =>
    `route:${data.routeId}:${ownValue(STATUS_OF, event.name)}:${event.name === 'route.assigned' ? event.id : ''}`,
});

/** Kinds of exceptions on a route, and their titles. */
const EXCEPTIONS = {
  catchment_violation: 'Catchment Violation',
  late_departure: 'Late Departure',
  vehicle_breakdown: 'Vehicle Breakdown',
  customer_not_home: 'Customer Not Home',
  adhoc_break: 'Ad-hoc Break',
  vehicle_overweight: 'Vehicle Overweight',
  vehicle_oversize: 'Vehicle Oversize',
  refuel_request: 'Refuel Request',
} as const;

/** Triggers on routes. */
export const routeTypes = [
  routeTransition,
  ...Object.entries(EXCEPTIONS).map(([slug, title]) =>
    defineNotificationTrigger({
      type: slug,
      title,
      description: `An exception of the kind "${title}" is recorded on a route. Created by the service.`,
      entityType: 'route',
      statuses: [],
      creatable: false,
      on: ['route.exception_raised'],
      parameters: z.object({}),
      fires: ({ data }) => String(data.type).toLowerCase() === slug,
    }),
  ),
];
