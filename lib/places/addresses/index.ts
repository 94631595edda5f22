export { keptGeocoder, keptPlaceEntity } from './kept-geocoder.ts';
