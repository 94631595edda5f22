import type { Units } from './units.ts';

/** The functions that are in no list of units: every installation has one of each. */

/** Name of an area's function. */
export function areaFunction(area: string): string {
  return `api-${area}`;
}

export const AUTHORIZER = Object.freeze({
  name: 'authorize',
  timeoutSeconds: 5,
  // At 20 ms a request, five times the requests a second that production accepts.
  reservedConcurrency: 100,
  uses: { table: 'read', keyCredentials: true, notesKeyUses: true },
  failureImpact: 'No request with a key is answered.',
} as const);

export const ROUTER = Object.freeze({
  name: 'route-events',
  timeoutSeconds: 60,
  // It reads settings of organizations, to know who listens to their events, and notes which kinds of objects changed.
  uses: { table: 'readWrite' },
  /**
   * Batches of a shard of the stream at the same time. One has up to 100 events and takes about 50 ms, so that a shard hands
   * over 2,000 a second; a day of a million orders has 1,500 at its peak, from four shards at the least.
   */
  lanes: 1,
  failureImpact: 'Nothing happens after a request: no dispatch, no webhook, no timer.',
} as const);

/** Invocations that are reserved in an installation of these units. */
export function reservedIn({ queueWorkers, taskWorkers }: Units): number {
  return [AUTHORIZER, ...queueWorkers, ...taskWorkers].reduce(
    (sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency,
    0,
  );
}

/** Name of the queue for events that the router could not deliver. */
export const LOST_EVENTS = 'route-events-lost';

/** Name of the queue for what the schedules could not start. */
export const SCHEDULES = 'schedules';
