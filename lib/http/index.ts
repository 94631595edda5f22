export { type Caller, callerMaySee } from './caller.ts';
export {
  type Area,
  type Context,
  defineArea,
  defineEndpoint,
  type Endpoint,
  endpointFor,
  type RawRequest,
  refusalsOf,
} from './define-endpoint.ts';
export type { HttpEvent } from './http-event.ts';
export { headerOf, organizationHeaderOf } from './http-event.ts';
export { type KeyGrant, type KeyVerdict, writeVerdict } from './key-verdict.ts';
export {
  type RequestLimit,
  requestBucketEntity,
  requestLimiter,
  type TakeRequest,
} from './limit-requests.ts';
export { EXECUTE_PERMISSIONS, knownPermissions, PERMISSIONS, type Permission } from './permissions.ts';
export { RawReply } from './raw-reply.ts';
export { readRow, reasonsOf } from './read-row.ts';
export {
  conflict,
  forbidden,
  lockAcquisitionFailure,
  methodNotAllowed,
  notFound,
  tooManyRequests,
  validationErrors,
} from './refusals.ts';
export {
  anyCaseOf,
  booleanParameter,
  currencyCode,
  dayParameter,
  instant,
  instantReply,
  integerParameter,
  limitParameter,
  listParameter,
  offsetParameter,
  optional,
  rowVersion,
  shortText,
  sortDirectionParameter,
} from './schemas.ts';
export { type HttpHandler, serveArea } from './serve-area.ts';
