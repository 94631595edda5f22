export { deliveriesOf } from './assign-couriers.ts';
export { courierOfAssignment } from './courier-of-assignment.ts';
export { followFleet, OWN_FLEET_EVENTS } from './follow-fleet.ts';
export {
  type AssignmentActor,
  answerOffer,
  assignCourier,
  assignmentsOf,
  carriageOf,
  MAX_OF_COURIER,
} from './manage-assignments.ts';
export { type OwnFleetAccount, readOwnFleet, saveOwnFleet } from './own-fleet-settings.ts';
export { ASSIGNMENT_PHASES } from './provider/assignment.ts';
export { type Assignment, assignmentEvents } from './provider/index.ts';
export { assignmentNotFound, assignmentRefused, invalidOwnFleet, tooManyAssignments } from './refusals.ts';
export { reportPosition } from './report-position.ts';
