import * as z from 'zod';
import { STOP_TYPES } from '../../engines/vocabulary/index.ts';
import { breakRuleSchema } from './break-rule.ts';
import { stopStatus } from './stop-lifecycle.ts';

/** Kinds of stop (contract-facts 3.4). */
export const stopType = z.enum(STOP_TYPES);
export type StopType = z.infer<typeof stopType>;

export const pointSchema = z.object({ lat: z.number(), lng: z.number() });

/** A stop as it is stored. Seconds and metres. */
export const stopSchema = z.object({
  /** `stp_...`; kept while the stop is on its route. */
  id: z.string(),
  stopType,
  /** Orders at a pickup, dropoff or return; a store location at the start or end; ids of a break. */
  objectIds: z.array(z.string()),
  location: pointSchema.nullable(),
  serviceTime: z.int().nullable(),
  distanceFromPrevious: z.int().nullable(),
  durationFromPrevious: z.int().nullable(),
  arrivalTime: z.string().nullable(),
  departTime: z.string().nullable(),
  /** Follows `arrivalTime` until the route is dispatched, then stays. */
  plannedArrivalTime: z.string().nullable(),
  status: stopStatus,
  statusDescription: z.string().nullable(),
  statusHistory: z.array(
    z.object({ created_at: z.string(), status: stopStatus, status_description: z.string().optional() }),
  ),
  startedAt: z.string().nullable(),
  breakDuration: z.int().nullable(),
  breakRule: breakRuleSchema.nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

/** A stop of a route. */
export type Stop = z.infer<typeof stopSchema>;

/** Maximum number of entries of a stop's history: the first one is kept, and the oldest after it are dropped. */
export const MAX_STOP_HISTORY = 30;

/** Maximum number of stops of a route. */
export const MAX_STOPS = 500;

/** Maximum number of orders of a route. */
export const MAX_ORDERS = 500;

/** A new stop of this kind; missing values are empty. */
export function newStop(of: Pick<Stop, 'id' | 'stopType' | 'objectIds' | 'location'> & Partial<Stop>): Stop {
  return {
    serviceTime: null,
    distanceFromPrevious: null,
    durationFromPrevious: null,
    arrivalTime: null,
    departTime: null,
    plannedArrivalTime: of.arrivalTime ?? null,
    status: 'PENDING',
    statusDescription: null,
    statusHistory: [],
    startedAt: null,
    breakDuration: null,
    breakRule: null,
    metadata: null,
    ...of,
  };
}

/** Whether the stop is about orders. */
export function carriesOrders({ stopType: type }: Pick<Stop, 'stopType'>): boolean {
  return type === 'PICKUP' || type === 'DROPOFF' || type === 'RETURN';
}

/** The stop without its calculated times, because its place in the route has changed. */
export function withoutTimes(stop: Stop): Stop {
  return {
    ...stop,
    arrivalTime: null,
    departTime: null,
    plannedArrivalTime: null,
    distanceFromPrevious: null,
    durationFromPrevious: null,
  };
}
