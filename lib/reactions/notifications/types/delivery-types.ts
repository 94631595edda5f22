import * as z from 'zod';
import {
  DELIVERY_STATUSES,
  deliveryStatusNamed,
  NAMEABLE_DELIVERY_STATUSES,
  TERMINAL_DELIVERY_STATUSES,
  UNASSIGNED_DELIVERY_STATUSES,
} from '../../../engines/vocabulary/index.ts';
import { HEALTH_STATUSES, tasksOf } from '../../../fulfilment/jobs/index.ts';
import {
  checkCause,
  type DeliveryRef,
  defineNotificationTrigger,
  type Happening,
} from './define-notification-trigger.ts';
import { deliveryStatus, deliveryStatuses, metricValue, millisecondsOf } from './parameters.ts';

/** The event of each status of a delivery. */
export const STATUS_EVENTS: readonly string[] = DELIVERY_STATUSES.map((status) => `delivery.${status}`);

/** A change of a job may move the windows of its deliveries, so it counts once for each delivery under way. */
export const JOB_CHANGED = 'job.updated';

/** The expected time of pickup or dropoff changed. */
const TIMING_CHANGED = 'delivery.timing_updated';

const ENDED: readonly string[] = TERMINAL_DELIVERY_STATUSES;
const PICKED_UP: readonly string[] = DELIVERY_STATUSES.slice(DELIVERY_STATUSES.indexOf('pickup_complete'));

const none = z.object({});

const statusTransition = defineNotificationTrigger({
  type: 'delivery_status_transition',
  title: 'Delivery Status Transition',
  description: 'A delivery reaches one of the statuses.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: STATUS_EVENTS,
  parameters: z
    .object({
      deliveryStatus: deliveryStatuses,
      sendScheduledMessage: z.boolean().optional().meta({ description: 'Whether the message waits.' }),
      scheduledSendDeltaMinutes: z
        .int()
        .min(15)
        .max(4320)
        .optional()
        .meta({ description: 'Minutes for which the message waits, 15 to 4320.' }),
    })
    .refine(
      ({ sendScheduledMessage, scheduledSendDeltaMinutes }) =>
        sendScheduledMessage !== true || scheduledSendDeltaMinutes !== undefined,
      {
        path: ['scheduledSendDeltaMinutes'],
        message: 'A message that waits needs the number of minutes, 15 to 4320.',
      },
    ),
  fires: ({ data }, { deliveryStatus }) => deliveryStatus.includes(String(data.status)),
});

const proofUploaded = defineNotificationTrigger({
  type: 'proof_of_delivery_uploaded',
  title: 'Proof of Delivery Uploaded',
  description: 'A proof of pickup, delivery or return was added.',
  entityType: 'delivery',
  statuses: [],
  on: ['delivery.proof_of_delivery'],
  parameters: none,
  fires: () => true,
});

const incidentReport = defineNotificationTrigger({
  type: 'delivery_incident_report',
  title: 'Delivery Incident Report',
  description: 'An incident of a delivery is reported or resolved.',
  entityType: 'delivery',
  statuses: [],
  on: ['incident.raised', 'incident.resolved'],
  parameters: z.object({
    dirType: z
      .enum(['all', 'refund_request'])
      .default('all')
      .meta({ description: 'All incidents, or only requests for a refund.' }),
    dirCreated: z.boolean().default(false).meta({ description: 'Whether it fires when one is reported.' }),
    dirResolved: z.boolean().default(false).meta({ description: 'Whether it fires when one is resolved.' }),
  }),
  fires: ({ event, data }, { dirType, dirCreated, dirResolved }) =>
    (event.name === 'incident.raised' ? dirCreated : dirResolved) &&
    (dirType === 'all' || String(data.incidentType).toLowerCase() === 'refund_request'),
});

const noteAdded = defineNotificationTrigger({
  type: 'delivery_note_added',
  title: 'Delivery Note Added',
  description: 'Somebody adds a note to a delivery.',
  entityType: 'delivery',
  statuses: [],
  on: ['task.note_added'],
  parameters: none,
  fires: () => true,
});

const courierUpdated = defineNotificationTrigger({
  type: 'courier_updated',
  title: 'Courier Updated',
  description: 'The courier of a delivery, their phone number or their vehicle changes.',
  entityType: 'delivery',
  statuses: [],
  on: ['delivery.courier_updated'],
  parameters: none,
  fires: () => true,
});

const timingUpdated = defineNotificationTrigger({
  type: 'timing_updated',
  title: 'Timing Updated',
  description: 'The expected time of pickup or dropoff changes by five minutes or more.',
  entityType: 'delivery',
  statuses: [],
  on: [TIMING_CHANGED],
  parameters: none,
  fires: () => true,
});

const stacking = defineNotificationTrigger({
  type: 'driver_stacking',
  title: 'Driver Stacking',
  description: 'A courier gets a delivery while carrying another one.',
  entityType: 'delivery',
  statuses: [],
  on: ['delivery.assigned_driver', 'delivery.courier_updated'],
  needs: ['stacked'],
  parameters: z.object({
    annotateAllDeliveries: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it fires for the other deliveries of the courier as well.' }),
    matchCourierAcrossProviders: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether couriers of several providers with one phone number count as one.' }),
  }),
  fires: (happening, parameters) => stackedBy(happening, parameters).length > 0,
  key: ({ data }) => `stacked:${data.deliveryId}`,
  also: (happening, parameters) => (parameters.annotateAllDeliveries ? stackedBy(happening, parameters) : []),
});

const cancellationFailed = defineNotificationTrigger({
  type: 'delivery_cancellation_failed',
  title: 'Delivery Cancellation Failed',
  description: 'A provider refuses to release a cancelled delivery.',
  entityType: 'delivery',
  statuses: [],
  on: ['task.cancellation_failed'],
  parameters: none,
  fires: () => true,
});

const completedTooEarly = defineNotificationTrigger({
  type: 'delivery_completed_too_early',
  title: 'Delivery Completed Too Early',
  description: 'A delivery is complete long before its dropoff window starts.',
  entityType: 'delivery',
  statuses: [],
  on: ['delivery.dropoff_complete'],
  parameters: z.object({ metricValue: metricValue.meta({ description: 'Minutes before the window.' }) }),
  fires: (happening, { metricValue: minutes }) => isEarlier(happening, 'dropoff', minutes),
});

const statusTooEarly = defineNotificationTrigger({
  type: 'status_triggered_too_early',
  title: 'Status Triggered Too Early',
  description: 'A delivery reaches a status long before its window.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: STATUS_EVENTS,
  parameters: z.object({
    deliveryStatus: deliveryStatuses,
    metricValue: metricValue.meta({ description: 'Minutes before the window.' }),
  }),
  fires: (happening, { deliveryStatus, metricValue: minutes }) => {
    const status = String(happening.data.status);
    return (
      deliveryStatus.includes(status) &&
      isEarlier(happening, status.startsWith('dropoff') ? 'dropoff' : 'pickup', minutes)
    );
  },
});

const tooQuickly = defineNotificationTrigger({
  type: 'status_changed_too_quickly',
  title: 'Statuses changed too quickly',
  description: 'A delivery goes from one status to another within seconds.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: STATUS_EVENTS,
  parameters: z.object({
    deliveryStatus1: deliveryStatuses.meta({ description: 'First status.' }),
    deliveryStatus2: deliveryStatuses.meta({ description: 'Status that follows too quickly.' }),
    metricValue: metricValue.meta({ description: 'Minimum seconds between them.' }),
    metricName: z.literal('seconds').default('seconds').meta({ description: 'Always `seconds`.' }),
  }),
  fires: ({ data, event, delivery }, { deliveryStatus1, deliveryStatus2, metricValue: seconds }) => {
    if (!deliveryStatus2.includes(String(data.status))) return false;
    const earlier = delivery?.statusHistory.findLast(
      ({ status, created_at }) => deliveryStatus1.includes(status) && created_at <= event.occurredAt,
    );
    if (!earlier) return false;
    return Date.parse(event.occurredAt) - Date.parse(earlier.created_at) < millisecondsOf(seconds, 'seconds');
  },
});

const stuck = defineNotificationTrigger({
  type: 'stuck_status',
  title: '"Stuck" Status',
  description: 'A delivery stays in a status for too long.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: [...STATUS_EVENTS, JOB_CHANGED],
  parameters: z.object({
    deliveryStatus: deliveryStatuses,
    metricValue: metricValue,
    metricName: z
      .enum(['minutes', 'hours'])
      .nullish()
      .transform((unit) => unit ?? 'minutes')
      .meta({ description: 'Unit of `metricValue`; default minutes.' }),
    activateBeforePickup: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it waits until `metricValue2` before the pickup window starts.' }),
    metricValue2: metricValue.nullish().meta({ description: 'Time before the start of the pickup window.' }),
    metricName2: z
      .enum(['minutes', 'hours'])
      .nullish()
      .transform((unit) => unit ?? 'minutes')
      .meta({ description: 'Unit of `metricValue2`; default minutes.' }),
  }),
  check: (happening, parameters) => {
    const { data, event, delivery } = happening;
    const { deliveryStatus, metricValue: value, metricName, activateBeforePickup } = parameters;
    if (!deliveryStatus.includes(String(data.status))) return undefined;
    const isMove = event.name === JOB_CHANGED;
    // Only the pickup window can move this check.
    if (isMove && !activateBeforePickup) return undefined;
    const reachedAt = isMove ? delivery?.statusHistory.at(-1)?.created_at : event.occurredAt;
    const stuckAt = Date.parse(reachedAt ?? event.occurredAt) + millisecondsOf(value, metricName);
    const pickup = activateBeforePickup ? packageOf(happening)?.pickupStartTime : null;
    const activeAt = pickup
      ? Date.parse(pickup) - millisecondsOf(parameters.metricValue2 ?? 0, parameters.metricName2)
      : stuckAt;
    return { dueAtMs: Math.max(stuckAt, activeAt), subject: stuckSubject(happening, activateBeforePickup) };
  },
  holds: (happening, { activateBeforePickup }, subject) =>
    happening.delivery?.statusHistory.length === happening.data.historyLength &&
    subject === stuckSubject(happening, activateBeforePickup),
});

const elapsed = defineNotificationTrigger({
  type: 'time_elapsed_since_status',
  title: 'Time Elapsed Since Status',
  description: 'Some time after a status, a delivery has not reached other statuses, or is in one of them.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: STATUS_EVENTS,
  parameters: z.object({
    deliveryStatus: deliveryStatuses,
    deliveryStatusArray: z
      .array(deliveryStatus)
      .min(1)
      .max(30)
      .meta({ description: 'Statuses to compare the current one with.' }),
    statusCondition: z
      .enum(['in', 'not_in'])
      .default('not_in')
      .meta({ description: 'Whether the current status must be one of them or none of them.' }),
    checkAfterMinutes: z
      .int()
      .min(1)
      .max(525_600)
      .default(60)
      .meta({ description: 'Minutes to wait; default 60.' }),
  }),
  check: ({ data, event }, { deliveryStatus, checkAfterMinutes }) =>
    deliveryStatus.includes(String(data.status))
      ? {
          dueAtMs: Date.parse(event.occurredAt) + millisecondsOf(checkAfterMinutes, 'minutes'),
          subject: `${data.deliveryId}#${data.historyLength}`,
        }
      : undefined,
  recoversWith: ({ deliveryStatusArray, statusCondition }) =>
    statusCondition === 'in'
      ? DELIVERY_STATUSES.filter((status) => !deliveryStatusArray.includes(status))
      : [...new Set([...deliveryStatusArray, ...ENDED])],
  holds: ({ delivery }, { deliveryStatusArray, statusCondition }) =>
    delivery !== undefined && deliveryStatusArray.includes(delivery.status) === (statusCondition === 'in'),
});

const healthStatus = defineNotificationTrigger({
  type: 'task_health_status',
  title: 'Live Monitoring Status',
  description: 'A delivery is at risk, late, stuck, without contact to its courier, or on time again.',
  entityType: 'task',
  statuses: [],
  on: ['delivery.health_changed'],
  recoversWith: () => ['healthy', ...ENDED],
  parameters: z.object({
    status: z
      .string()
      .min(1)
      .transform((text) => deliveryStatusNamed(text).toLowerCase())
      .refine(
        (text) => text === 'any' || NAMEABLE_DELIVERY_STATUSES.includes(text),
        'is not `any` or a delivery status',
      )
      .meta({ description: 'Status of the delivery, or `any`.' }),
    healthStatus: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(HEALTH_STATUSES))
      .meta({ description: 'Health of the delivery.' }),
  }),
  fires: ({ data }, { status, healthStatus: health }) =>
    data.health === health && (status === 'any' || data.status === status),
});

const delayed = (side: 'pickup' | 'dropoff') => {
  const after = DELIVERY_STATUSES.indexOf(`${side}_complete`);
  const isDone = ({ delivery }: Happening) =>
    delivery?.statusHistory.some(({ status }) => DELIVERY_STATUSES.indexOf(status) >= after) ?? true;
  return defineNotificationTrigger({
    type: `${side}_delayed`,
    title: side === 'pickup' ? 'Pickup Delayed' : 'Dropoff Delayed',
    description: `The ${side} is expected some minutes after its window ends, or is not completed by then.`,
    entityType: 'delivery',
    statuses: [],
    on: ['delivery.created', JOB_CHANGED, TIMING_CHANGED],
    recoversWith: () => (side === 'pickup' ? PICKED_UP : ENDED),
    parameters: z.object({
      metricValue: metricValue.meta({ description: 'Minutes after the end of the window.' }),
      metricName: z.literal('minutes').default('minutes').meta({ description: 'Always `minutes`.' }),
    }),
    fires: (happening, { metricValue: minutes }) => {
      const end = packageOf(happening)?.[`${side}EndTime`];
      const eta = happening.delivery?.[`${side}Eta`];
      if (!end || !eta || isDone(happening)) return false;
      return Date.parse(eta) - Date.parse(end) > millisecondsOf(minutes, 'minutes');
    },
    // An expected delay and the delay itself are one firing for each window.
    key: (happening) => checkCause(subjectOf(happening, packageOf(happening)?.[`${side}EndTime`])),
    check: (happening, { metricValue: minutes }) => {
      const end = packageOf(happening)?.[`${side}EndTime`];
      return end && happening.event.name !== TIMING_CHANGED
        ? {
            dueAtMs: Date.parse(end) + millisecondsOf(minutes, 'minutes'),
            subject: subjectOf(happening, end),
          }
        : undefined;
    },
    holds: (happening, _, subject) => {
      const isOfWindow = subject === subjectOf(happening, packageOf(happening)?.[`${side}EndTime`]);
      return isOfWindow && !isDone(happening);
    },
  });
};

const reassignment = defineNotificationTrigger({
  type: 'task_reassignment',
  title: 'Task Reassignment',
  description: 'A delivery is given to another provider.',
  entityType: 'task',
  statuses: [],
  on: ['task.created'],
  parameters: z.object({
    metricValue: metricValue.meta({ description: 'Number of the reassignment at which it fires.' }),
    metricName: z
      .literal('number_of_times')
      .default('number_of_times')
      .meta({ description: 'Always `number_of_times`.' }),
    sendOnEveryTaskReassignment: z
      .boolean()
      .meta({ description: 'Whether it also fires at every later one.' }),
  }),
  fires: ({ job, task }, { metricValue: times, sendOnEveryTaskReassignment }) => {
    if (!job || !task) return false;
    const attempts = tasksOf(job, task.configurationId);
    const reassignments = attempts.findIndex(({ id }) => id === task.id);
    return sendOnEveryTaskReassignment ? reassignments >= times : reassignments === times;
  },
});

const exhausted = defineNotificationTrigger({
  type: 'tasks_attempts_exhausted',
  title: 'Tasks Attempts Exhausted',
  description: 'The last attempt failed, and no other follows.',
  entityType: 'task',
  statuses: [],
  on: ['task.attempts_exhausted'],
  parameters: none,
  fires: () => true,
});

const driverNotAssigned = defineNotificationTrigger({
  type: 'internal_driver_not_assigned',
  title: 'Internal Driver Not Assigned',
  description: 'A delivery of the own fleet has no driver some minutes after the reference.',
  entityType: 'delivery',
  statuses: [],
  on: ['delivery.created', JOB_CHANGED],
  parameters: z.object({
    minutes: z.int().min(1).max(10_080).meta({ description: 'Minutes after the reference.' }),
    referenceStatus: z
      .enum(['job_created', 'pickup_start_time'])
      .default('job_created')
      .meta({ description: 'Reference of the minutes.' }),
  }),
  check: (happening, { minutes, referenceStatus }) => {
    const from = referenceOf(happening, referenceStatus);
    return happening.delivery?.providerIsInternal && from
      ? {
          dueAtMs: Date.parse(from) + millisecondsOf(minutes, 'minutes'),
          subject: subjectOf(happening, from),
        }
      : undefined;
  },
  recoversWith: () => DELIVERY_STATUSES.filter((status) => !UNASSIGNED_DELIVERY_STATUSES.includes(status)),
  holds: (happening, { referenceStatus }, subject) =>
    happening.delivery !== undefined &&
    subject === subjectOf(happening, referenceOf(happening, referenceStatus)) &&
    UNASSIGNED_DELIVERY_STATUSES.includes(happening.delivery.status),
});

/** Triggers on deliveries and their attempts. */
export const deliveryTypes = [
  statusTransition,
  proofUploaded,
  incidentReport,
  cancellationFailed,
  completedTooEarly,
  statusTooEarly,
  tooQuickly,
  stuck,
  elapsed,
  delayed('pickup'),
  delayed('dropoff'),
  reassignment,
  exhausted,
  driverNotAssigned,
  healthStatus,
  noteAdded,
  courierUpdated,
  timingUpdated,
  stacking,
];

function stackedBy(
  { more, delivery, job }: Happening,
  { matchCourierAcrossProviders }: { readonly matchCourierAcrossProviders: boolean },
): readonly DeliveryRef[] {
  const others = more.stacked ?? [];
  return delivery === undefined || job === undefined || matchCourierAcrossProviders
    ? others
    : others.filter(({ providerId }) => providerId === delivery.providerId);
}

/**
 * A check that waits for a time. When that time moves, another check waits for the new one, and the old one does
 * nothing.
 */
function subjectOf({ data }: Happening, waitsFor: string | null | undefined): string {
  return `${data.deliveryId}#${waitsFor}`;
}

function stuckSubject(happening: Happening, isBeforePickup: boolean): string {
  const { deliveryId, historyLength } = happening.data;
  const start = isBeforePickup ? packageOf(happening)?.pickupStartTime : null;
  return `${deliveryId}#${historyLength}${start ? `#${start}` : ''}`;
}

function referenceOf(happening: Happening, reference: 'job_created' | 'pickup_start_time') {
  return reference === 'job_created'
    ? happening.job?.job.value.createdAt
    : packageOf(happening)?.pickupStartTime;
}

function packageOf({ job, task }: Happening) {
  return job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value.package;
}

/** Whether the event is at least this many minutes before the start of that side's window. */
function isEarlier(happening: Happening, side: 'pickup' | 'dropoff', minutes: number): boolean {
  const start = packageOf(happening)?.[`${side}StartTime`];
  return (
    typeof start === 'string' &&
    Date.parse(start) - Date.parse(happening.event.occurredAt) >= millisecondsOf(minutes, 'minutes')
  );
}
