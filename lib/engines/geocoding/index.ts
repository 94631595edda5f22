export { searchGazetteer } from './gazetteer/search-gazetteer.ts';
export {
  type GeocodedPlace,
  type GeocodeOutcome,
  type GeocodeQuery,
  type Geocoder,
  noMapGeocoder,
  notAskedGeocoder,
} from './geocoder.ts';
export { geocoderOfEnvironment } from './geocoder-of-environment.ts';
export { memoized } from './memoized.ts';
