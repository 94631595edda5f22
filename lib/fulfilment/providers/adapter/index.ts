export type { CarrierPorts } from './carrier-ports.ts';
export { type JsonCall, type JsonReply, type JsonRequest, jsonOverHttp } from './json-over-http.ts';
