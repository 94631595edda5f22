export type { CarrierPorts } from './carrier-ports.ts';
export { type JsonCall, type JsonReply, jsonOverHttp } from './json-over-http.ts';
