export { readInstant } from '../core/read-instant.ts';
export { type Caller, callerMaySee } from './caller.ts';
export {
  type Area,
  type Context,
  defineArea,
  defineEndpoint,
  type Endpoint,
  endpointFor,
  type Input,
  type Method,
  type PublicContext,
  refusalsOf,
} from './define-endpoint.ts';
export type { HttpEvent } from './http-event.ts';
export { headerOf } from './http-event.ts';
export type { HttpReply } from './http-reply.ts';
export { type KeyGrant, type KeyRefusal, type KeyVerdict, writeVerdict } from './key-verdict.ts';
export { knownPermissions, PERMISSIONS, type Permission } from './permissions.ts';
export {
  badRequest,
  conflict,
  forbidden,
  internalServerError,
  lockAcquisitionFailure,
  methodNotAllowed,
  notFound,
  validationErrors,
} from './refusals.ts';
export {
  booleanParameter,
  instant,
  instantReply,
  integerParameter,
  limitParameter,
  listParameter,
  offsetParameter,
  optional,
  shortText,
} from './schemas.ts';
export { type HttpHandler, serveArea } from './serve-area.ts';
