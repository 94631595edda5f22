export { invoiceCheck, requestInvoiceCheck } from './invoice/check-invoice.ts';
export { disputeOf } from './invoice/dispute.ts';
export { MAX_LINES } from './invoice/read-invoice.ts';
export { invoiceUnfit, unknownProvider } from './refusals.ts';
export { MAX_JOBS, reviewDue, runReview } from './review.ts';
export { requestWhatIf, whatIf } from './what-if/what-if.ts';
