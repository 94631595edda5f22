export { keptGeocoder } from './kept-geocoder.ts';
