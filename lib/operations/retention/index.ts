export { findLanes } from './find-lanes.ts';
export { laneOf, turnOf } from './lane.ts';
export type { RetiredReading } from './read-retired.ts';
export { readRetiredJob } from './read-retired-job.ts';
export { readRetiredMessage } from './read-retired-message.ts';
export { readRetiredOrder } from './read-retired-order.ts';
export { finishRetiring } from './remove-all.ts';
export { retireLane } from './retire-lane.ts';
export type { RetentionDeps } from './write-parts.ts';
