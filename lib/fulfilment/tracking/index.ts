export { readTracking, type TrackingDeps } from './read-tracking.ts';
export { trackingLinkExpired, trackingLinkUnknown } from './refusals.ts';
export { PAGE_HEADERS, renderNoTracking, renderTracking } from './render-page.ts';
export { languageOf } from './words.ts';
