export { leaveTable } from './leave-table.ts';
export type { RetentionDeps } from './put-aside.ts';
export type { LeftReading } from './read-left.ts';
export { readLeftJob } from './read-left-job.ts';
export { readLeftMessage } from './read-left-message.ts';
export { readLeftOrder } from './read-left-order.ts';
