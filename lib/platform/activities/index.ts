export {
  type Activity,
  type ActivityAction,
  activityAction,
  activityEntity,
  activityPartition,
  OPTIMIZATION_ACTIONS,
} from './activity.ts';
export { activityStatusChanged } from './activity-events.ts';
export {
  type ActivityStatus,
  activityStatus,
  isActivityOver,
} from './activity-lifecycle.ts';
export { type ActivityOutcome, activityOutcome } from './activity-outcome.ts';
export { activityPortion } from './activity-portion.ts';
export { beginActivity, busyActivity, openActivity } from './begin-activity.ts';
export { cancelActivity } from './cancel-activity.ts';
export { type ListedActivity, listActivities } from './list-activities.ts';
export {
  type ActivityEnd,
  type ActivityOwner,
  finishedActivity,
  type PlannedActivity,
  plannedActivity,
  progressedActivity,
  startedActivity,
} from './plan-activity.ts';
export { activityProgressEntity, type PartFigures, progressOfPart } from './progress-row.ts';
export { type ActivityActor, type FoundActivity, maySeeActivity, readActivity } from './read-activity.ts';
export { activityIsOver, activityNotFound } from './refusals.ts';
