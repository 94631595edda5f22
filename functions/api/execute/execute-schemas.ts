import * as z from 'zod';
import {
  exceptionSource,
  exceptionStatus,
  exceptionType,
  type RouteException,
  type Running,
  severity,
} from '../../../lib/fleet/execute/index.ts';
import {
  type RouteViewer,
  routeStatus,
  type Stop,
  seenDriver,
  stopStatus,
  stopType,
} from '../../../lib/fleet/routes/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

const text = z.string().nullable();
const time = instantReply.nullable();
const point = z.object({ lat: z.number(), lng: z.number() });
const person = z.object({ id: z.string(), name: z.string() }).nullable();

export const positionReply = point
  .extend({
    updatedAt: instantReply,
    isLive: z.boolean().meta({ description: 'Whether the position is at most 15 minutes old.' }),
  })
  .nullable()
  .meta({ description: 'Latest position of the driver; null while none is known.' });

const stop = z.object({
  id: z.string(),
  stopType,
  status: stopStatus,
  location: point.nullable(),
  arrivalTime: time.meta({ description: 'Actual or expected time of arrival.' }),
  plannedArrivalTime: time,
  orderIds: z.array(z.string()),
});

const openCounts = z.object({
  needsTriage: z.int(),
  acknowledged: z.int(),
  worst: severity.nullable().meta({ description: 'Highest severity among the open ones.' }),
});

/** A route of a day in the Execute list. */
export const runningReply = z
  .object({
    id: z.string(),
    name: text,
    externalId: text,
    status: routeStatus,
    isDispatched: z.boolean(),
    isLate: z.boolean(),
    delaySeconds: z
      .int()
      .nullable()
      .meta({ description: 'Expected delay at the next stop, compared with the plan.' }),
    jobId: text,
    courier: z.object({ id: z.string(), firstName: text, lastName: text, phoneNumber: text }).nullable(),
    vehicle: z.object({ id: z.string(), licensePlate: text, type: text }).nullable(),
    providerName: text,
    plannedDeparture: time,
    actualDeparture: time,
    plannedCompletion: time,
    completedAt: time,
    progress: z.object({
      stops: z.int(),
      stopsCompleted: z.int(),
      fraction: z.number().meta({ description: 'Share of its stops that are completed, 0 to 1.' }),
    }),
    position: positionReply,
    exceptions: openCounts.meta({ description: 'Exceptions that are not resolved.' }),
    display: z
      .array(z.object({ field: z.string(), value: text }))
      .meta({ description: 'The first two display fields of the organization.' }),
    stops: z.array(stop).optional().meta({ description: 'Only with `include=stops`.' }),
  })
  .meta({ id: 'RunningRoute' });

/** The route in its wire form. */
export function toRunning(viewer: RouteViewer, running: Running): z.input<typeof runningReply> {
  const { route, isLate, position, exceptions, display, stops } = running;
  const { stopCount, stopsCompleted, vehicle } = route;
  return {
    ...route,
    isLate,
    courier: seenDriver(viewer, route),
    vehicle,
    progress: {
      stops: stopCount,
      stopsCompleted,
      fraction: stopCount === 0 ? 0 : stopsCompleted / stopCount,
    },
    position,
    exceptions,
    display: display.map((one) => ({ ...one })),
    stops: stops?.map(toStop),
  };
}

function toStop(given: Stop): z.input<typeof stop> {
  return { ...given, orderIds: given.objectIds.filter((id) => id.startsWith('ord_')) };
}

/** An exception in replies. */
export const exceptionReply = z
  .object({
    id: z.string(),
    routeId: z.string(),
    type: exceptionType,
    source: exceptionSource.meta({ description: 'A rule, a driver, an operator or a workflow raised it.' }),
    severity,
    isSeverityAuto: z.boolean().meta({ description: 'Whether the service rated it.' }),
    status: exceptionStatus,
    note: text,
    stopId: text,
    assignee: person,
    raisedBy: person.meta({ description: 'Null when a rule raised it.' }),
    raisedAt: instantReply,
    updatedAt: instantReply,
    acknowledgedAt: time,
    acknowledgedBy: person,
    resolvedAt: time,
    resolvedBy: person,
  })
  .meta({ id: 'RouteException' });

/** The exception in its wire form. */
export function toException(exception: RouteException, routeId: string): z.input<typeof exceptionReply> {
  return { ...exception, raisedAt: exception.createdAt, routeId };
}

/** A route and an exception as the documentation shows them. */
export const routeIdExample = 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H';

export const exceptionExample: z.input<typeof exceptionReply> = {
  id: 'rex_01JD8Z6Q4T9V2N5X7C3B1M0K8H0q4k2m8p6s1v3x5z',
  routeId: routeIdExample,
  type: 'customer_not_home',
  source: 'operator',
  severity: 'P2',
  isSeverityAuto: true,
  status: 'needs_triage',
  note: 'Rang twice.',
  stopId: null,
  assignee: null,
  raisedBy: { id: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H', name: 'Rosa Diaz' },
  raisedAt: '2026-03-05T09:11:51.000Z',
  updatedAt: '2026-03-05T09:11:51.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
};

export const runningExample: z.input<typeof runningReply> = {
  id: routeIdExample,
  name: 'Monday north',
  externalId: 'monday-north',
  status: 'IN_PROGRESS',
  isDispatched: true,
  isLate: false,
  delaySeconds: 240,
  jobId: 'job_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  courier: {
    id: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    firstName: 'Rosa',
    lastName: 'Diaz',
    phoneNumber: '+14155550111',
  },
  vehicle: { id: 'vhc_01JD8Z6Q4T9V2N5X7C3B1M0K8H', licensePlate: '8ABC123', type: 'van' },
  providerName: null,
  plannedDeparture: '2026-03-05T08:00:00.000Z',
  actualDeparture: '2026-03-05T08:03:20.000Z',
  plannedCompletion: '2026-03-05T12:30:00.000Z',
  completedAt: null,
  progress: { stops: 12, stopsCompleted: 3, fraction: 0.25 },
  position: { lat: 37.7601, lng: -122.4189, updatedAt: '2026-03-05T09:10:40.000Z', isLive: true },
  exceptions: { needsTriage: 1, acknowledged: 0, worst: 'P2' },
  display: [{ field: 'externalId', value: 'monday-north' }],
};
