export {
  type Assignment,
  assignmentEntity,
  assignmentEvents,
  assignmentPartition,
  assignmentTimer,
  type Duty,
  dutyEntity,
  heldTaskEntity,
  MAX_ASKED,
  MAX_FORMER,
} from './assignment.ts';
export { driverOfRoute } from './driver-of-route.ts';
export { type Candidate, findCouriers } from './find-couriers.ts';
export { ownFleet } from './own-fleet.ts';
export { OWN_FLEET } from './own-fleet-id.ts';
