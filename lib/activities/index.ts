export {
  type Activity,
  type ActivityAction,
  activityAction,
  activityEntity,
  activityPartition,
} from './activity.ts';
export {
  ACTIVITY_TRANSITIONS,
  type ActivityStatus,
  activityStatus,
  isActivityOver,
} from './activity-lifecycle.ts';
export { cancelActivity } from './cancel-activity.ts';
export {
  type ActivityEnd,
  type ActivityOwner,
  finishedActivity,
  type PlannedActivity,
  plannedActivity,
  progressedActivity,
  startedActivity,
} from './plan-activity.ts';
export { type ActivityActor, type FoundActivity, readActivity } from './read-activity.ts';
export { activityContention, activityIsOver, activityNotFound } from './refusals.ts';
