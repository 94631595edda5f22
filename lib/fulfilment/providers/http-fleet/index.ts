export { type HttpFleetPorts, httpFleet } from './http-fleet.ts';
