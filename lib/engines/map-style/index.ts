export { amazonMapStyle } from './amazon-map-style.ts';
export type { MapStyle } from './map-style.ts';
