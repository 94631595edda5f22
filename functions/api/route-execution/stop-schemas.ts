/** Statuses of a stop that drivers report. */
export const REPORTED_STATUSES = [
  'ENROUTE',
  'IN_PROGRESS',
  'COMPLETED',
  'SKIPPED',
  'FAILED',
  'PENDING',
] as const;
