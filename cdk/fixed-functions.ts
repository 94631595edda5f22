/** The functions that no list of units names: there is one of each in every installation. */

/** Name of an area's function. */
export function areaFunction(area: string): string {
  return `api-${area}`;
}

export const AUTHORIZER = Object.freeze({
  name: 'authorize',
  timeoutSeconds: 5,
  // At 20 ms a request, five times the requests a second that production lets in.
  reservedConcurrency: 100,
  uses: { table: 'read', keyCredentials: true },
  failureImpact: 'No request with a key is answered.',
} as const);

export const ROUTER = Object.freeze({
  name: 'route-events',
  timeoutSeconds: 60,
  uses: {},
  failureImpact: 'Nothing happens after a request: no dispatch, no webhook, no timer.',
} as const);

/** Name of the queue for events that the router could not deliver. */
export const LOST_EVENTS = 'route-events-lost';

/** Names the queue of what the clock could not start. */
export const SCHEDULES = 'schedules';
