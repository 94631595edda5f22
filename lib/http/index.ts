export { type Caller, callerMaySee } from './caller.ts';
export {
  type Area,
  type Context,
  defineArea,
  defineEndpoint,
  type Endpoint,
  endpointFor,
  refusalsOf,
} from './define-endpoint.ts';
export type { HttpEvent } from './http-event.ts';
export { headerOf, organizationHeaderOf } from './http-event.ts';
export { type KeyGrant, type KeyVerdict, writeVerdict } from './key-verdict.ts';
export { EXECUTE_PERMISSIONS, knownPermissions, PERMISSIONS, type Permission } from './permissions.ts';
export { readRow, reasonsOf } from './read-row.ts';
export {
  conflict,
  forbidden,
  lockAcquisitionFailure,
  methodNotAllowed,
  notFound,
  validationErrors,
} from './refusals.ts';
export {
  anyCaseOf,
  booleanParameter,
  instant,
  instantReply,
  integerParameter,
  limitParameter,
  listParameter,
  offsetParameter,
  optional,
  shortText,
  sortDirectionParameter,
} from './schemas.ts';
export { type HttpHandler, serveArea } from './serve-area.ts';
