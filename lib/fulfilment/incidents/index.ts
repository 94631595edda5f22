export {
  incidentRaised,
  incidentResolved,
  type RefundData,
  refundCreated,
  refundUpdated,
} from './events.ts';
export { INCIDENT_SUBTYPES, INCIDENT_TYPES } from './incident-words.ts';
export { listRefundRequests, listRefundsByStatus, readRefundRequest } from './read-refunds.ts';
export { REFUND_STATUSES } from './refund-lifecycle.ts';
export { renderRefundRequest } from './refund-request.ts';
export {
  invalidRefund,
  refundRequestNotFound,
  refundStateForbids,
  taskNotFound,
  taskWasNeverCarried,
} from './refusals.ts';
export { type IncidentReport, type Reported, readIncident, reportIncident } from './report-incident.ts';
export { type ReturnedRefundRequest, returnedRefundRequestSchema } from './returned-refund.ts';
export { type RefundReview, reviewRefund } from './review-refund.ts';
