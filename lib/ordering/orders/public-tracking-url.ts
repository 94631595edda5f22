import { publicBaseUrl } from '../../platform/core/links.ts';
import { type TrackingRef, trackingToken } from './tracking-token.ts';

/** Page on which the recipient follows the delivery; null for deliveries from before links had keys. */
export function publicTrackingUrl(of: Omit<TrackingRef, 'key'>, key: string | undefined): string | null {
  return key === undefined ? null : `${publicBaseUrl()}/track/${trackingToken({ ...of, key })}`;
}
