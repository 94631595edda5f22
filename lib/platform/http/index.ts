export { optional } from '../core/optional.ts';
export {
  inBothSpellings,
  lowerCase,
  snakeCase,
  withBothSpellings,
} from './both-spellings.ts';
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
export { fitNames } from './fit-names.ts';
export type { HttpEvent } from './http-event.ts';
export { headerOf, organizationHeaderOf } from './http-event.ts';
export { writeVerdict } from './key-verdict.ts';
export {
  type RequestLimit,
  requestBucketEntity,
  requestLimiter,
  type TakeRequest,
} from './limit-requests.ts';
export { RawReply } from './raw-reply.ts';
export { readBody } from './read-body.ts';
export { readRow, reasonsOf } from './read-row.ts';
export { badRequest, notAcceptable, payloadTooLarge, tooManyRequests } from './refusals.ts';
export { refuseUnknownRoute } from './refuse-unknown-route.ts';
export {
  anyCaseOf,
  booleanParameter,
  createdFromParameter,
  currencyCode,
  dayOrInstant,
  dayParameter,
  instant,
  instantReply,
  integerParameter,
  limitParameter,
  listParameter,
  offsetParameter,
  rowVersion,
  shortText,
  sortDirectionParameter,
  subjectLine,
  WHOLE_DAY,
} from './schemas.ts';
export { type HttpHandler, serveArea } from './serve-area.ts';
