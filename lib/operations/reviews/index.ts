export { unknownProvider } from './refusals.ts';
export { MAX_JOBS, reviewDue, runReview } from './review.ts';
export { requestWhatIf, whatIf } from './what-if/what-if.ts';
