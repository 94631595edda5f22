export { amazonLocationTravel } from './amazon-location.ts';
export { decodePolyline } from './encode-polyline.ts';
export { estimatedLeg, estimatedTravel } from './estimate.ts';
export {
  TRAVEL_PROFILES,
  type Travel,
  type TravelConditions,
  TravelFailure,
  type TravelLeg,
  type TravelMatrix,
  UNREACHABLE_SECONDS,
} from './travel.ts';
export { travelOfEnvironment } from './travel-of-environment.ts';
export { valhallaTravel } from './valhalla.ts';
