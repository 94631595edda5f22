import { type TrackingRef, trackingToken } from './tracking-token.ts';

/** Where people look at things; the stack sets PUBLIC_BASE_URL, on a laptop it is the local cloud. */
function base(): string {
  return process.env.PUBLIC_BASE_URL ?? 'http://localhost:3000';
}

/** Page of an order, job or route for the organization's own people. */
export function portalUrl(kind: 'orders' | 'jobs' | 'routes', id: string): string {
  return `${base()}/portal/${kind}/${id}`;
}

/** Page on which the recipient follows the delivery; null for what was made before links had keys. */
export function publicTrackingUrl(of: Omit<TrackingRef, 'key'>, key: string | undefined): string | null {
  return key === undefined ? null : `${base()}/track/${trackingToken({ ...of, key })}`;
}

/** Where a provider sends its news of an organization's deliveries. */
export function providerUpdatesUrl(providerId: string, organizationId: string): string {
  return `${base()}/v1/providers/${providerId}/updates?organizationId=${organizationId}`;
}
