export { DELIVERY_STATUSES, type DeliveryStatus } from '../../engines/vocabulary/index.ts';
export {
  type Batch,
  type BatchStop,
  batchEntity,
  MAX_BATCH,
  MAX_ROUTED,
  winnerOf,
} from './batch.ts';
export { type BatchIntake, batchIntakeEntity } from './batch-intake.ts';
export { BATCH_TYPES, type BatchType } from './batch-types.ts';
export { changeJob, type JobChanges, makeJob, summarizedJob, withTrackingKey } from './change-job.ts';
export {
  type JobIdentifier,
  jobIdentifierEntity,
  type PackageClaim,
  packageClaimEntity,
} from './claims.ts';
export { type Configuration, configurationEntity } from './configuration.ts';
export {
  deliveriesOfJob,
  deliveriesOfOrders,
  type OrderDelivery,
} from './deliveries/deliveries-of-orders.ts';
export {
  type Delivery,
  type DeliveryHealth,
  deliveryEntity,
  HEALTH_STATUSES,
} from './deliveries/delivery.ts';
export { isTerminal, wasPickedUp } from './deliveries/delivery-statuses.ts';
export type { DeliveryUpdate } from './deliveries/delivery-update.ts';
export { endDelivery } from './deliveries/end-delivery.ts';
export { healthChanged } from './deliveries/health-events.ts';
export { narrowByDelivery } from './deliveries/narrow-by-delivery.ts';
export { healthEvents, nextHealth } from './deliveries/next-health.ts';
export {
  courierLocationUpdated,
  deliveryManifested,
  itemsPickUpdated,
  type Position,
  proofAdded,
  timingUpdated,
} from './deliveries/position.ts';
export { positionsOfDelivery, positionsOfJob } from './deliveries/positions-of-delivery.ts';
export { receiveProviderUpdate } from './deliveries/receive-provider-update.ts';
export {
  deliveryIsFull,
  deliveryIsOver,
  deliveryNotFound,
  notSimulated,
  pincodeWrong,
  proofMissing,
} from './deliveries/refusals.ts';
export { MAX_PROOFS_OF_UPDATE } from './deliveries/refuse-overgrowth.ts';
export { renderDelivery } from './deliveries/render-delivery.ts';
export { missingProofs, openDuties } from './deliveries/require-proofs.ts';
export { type ReturnedDelivery, returnedDeliverySchema } from './deliveries/returned-delivery.ts';
export { planDeliveryUpdates, updateDeliveries } from './deliveries/update-deliveries.ts';
export {
  type DeliveryDeps,
  deliveryOfPackage,
  fleetOrSimulated,
  type Movable,
  updateDelivery,
} from './deliveries/update-delivery.ts';
export {
  type DeliveryEventData,
  deliveryEvents,
  deliveryStopEvents,
  isLateStatus,
  type JobEventData,
  jobCanceled,
  jobCreated,
  jobUpdated,
  maskedCall,
  recordDelivery,
  recordTask,
  type TaskEventData,
  taskEvents,
} from './events.ts';
export { findJobsOfStore } from './find-jobs-of-store.ts';
export { isConfigurationOver, isJobOver } from './is-over.ts';
export { type Job, type JobSummary, jobEntity, jobPartition, jobSummarySchema, NEW_JOB } from './job.ts';
export {
  advancedTask,
  deliveryOf,
  type JobAggregate,
  jobAggregateOf,
  jobIdOf,
  readJob,
  tasksOf,
} from './job-aggregate.ts';
export { jobChanges } from './job-changes.ts';
export { JOB_SORTS, jobRowSchema, listJobs, unknownJobStatuses } from './list-jobs.ts';
export { maySeeJob, maySeeRow, storesOfJob } from './may-see-job.ts';
export {
  ABSENT_LOCATION_PARTS,
  ABSENT_PARTS,
  type Location,
  type Package,
} from './package.ts';
export {
  type DimensionName,
  dimensionParts,
  locationParts,
  type PackagePartName,
  packageParts,
} from './package-parts.ts';
export { pincodeOf } from './pincode.ts';
export { readDelivery, readTask } from './read-part.ts';
export { type RenderOptions, renderJob } from './render-job.ts';
export { requirementsOf } from './requirements-of.ts';
export {
  type ReturnedJob,
  type ReturnedTask,
  returnedJobSchema,
  returnedTaskSchema,
} from './returned-job.ts';
export { type Subject, type SubjectReader, seenSubjects } from './seen-subjects.ts';
export { shortReferenceCode } from './short-reference-code.ts';
export { NEW_HANDOVER, type Task, taskEntity } from './task.ts';
export { isTaskOver, type TaskStatus } from './task-lifecycle.ts';
