export type { RetiredReading } from './read-retired.ts';
export { readRetiredJob } from './read-retired-job.ts';
export { readRetiredMessage } from './read-retired-message.ts';
export { readRetiredOrder } from './read-retired-order.ts';
export { retireRecords } from './retire-records.ts';
export type { RetentionDeps } from './write-parts.ts';
