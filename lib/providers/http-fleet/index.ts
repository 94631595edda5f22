export { type HttpFleetPorts, httpFleet } from './http-fleet.ts';
export { isSignedBy, signCall } from './sign-calls.ts';
