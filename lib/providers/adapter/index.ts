export { type JsonCall, type JsonReply, jsonOverHttp } from './json-over-http.ts';
