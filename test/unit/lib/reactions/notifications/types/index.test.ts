import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryEntity, readJob, taskEntity } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { type Order, orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { type DeliveryWindow, windowEntity } from '../../../../../../lib/ordering/windows/window.ts';
import { encodeRing, type Zone, zoneEntity } from '../../../../../../lib/places/zones/index.ts';
import { activityEntity } from '../../../../../../lib/platform/activities/index.ts';
import { create, replace } from '../../../../../../lib/platform/table/index.ts';
import { createCustomEvent } from '../../../../../../lib/reactions/custom-events/index.ts';
import {
  changeTrigger,
  fireForJob,
  notificationCatalog,
  readSettings,
  setUpNotifications,
  triggerTypes,
} from '../../../../../../lib/reactions/notifications/index.ts';
import { type AnyJobOptions, anyJob } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  must,
  type NotificationsAtWork,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

const AT = '2026-03-02T09:00:00.000Z';
const minutesAfter = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
const history = (...statuses: readonly [string, number][]) =>
  statuses.map(([status, minutes]) => ({ status, created_at: minutesAfter(minutes) }));

/** What happens to the one job, order, route or activity of a case. */
interface Case {
  readonly parameters?: object;
  readonly job?: AnyJobOptions;
  readonly order?: Partial<Order>;
  /** Another delivery of the same courier. */
  readonly second?: AnyJobOptions;
  readonly event?: readonly [name: string, data?: object];
  /** Positions of the courier, a minute apart: `[lat, lng]`. */
  readonly positions?: readonly (readonly [number, number])[];
  readonly waitMinutes?: number;
  readonly activityResult?: object;
}

const status = (name: string, more: object = {}) =>
  [`delivery.${name}`, { status: name, historyLength: 1, ...more }] as const;
const booking = {
  key: 'k',
  status: 'booked',
  capacity: 1,
  slots: [],
  expiresAt: null,
  bookedAt: AT,
} as const;
const HERE: readonly [number, number] = [51.51, -0.07];
const FAR: readonly [number, number] = [51.6, -0.3];
const near = { metricValue: 1, metricName: 'miles', location: 'dropoff_location' };
const enroute = { delivery: { status: 'dropoff_enroute' } } as AnyJobOptions;

/** For each type: something that makes it fire, and the most similar thing that does not. */
const CASES: Readonly<Record<string, { readonly fires: Case; readonly not: Case }>> = {
  delivery_status_transition: {
    fires: { parameters: { deliveryStatus: ['failed', 'returned'] }, event: status('returned') },
    not: { parameters: { deliveryStatus: ['failed', 'returned'] }, event: status('expired') },
  },
  proof_of_delivery_uploaded: {
    fires: { event: ['delivery.proof_of_delivery', { podType: 'photo_proof_of_delivery' }] },
    not: { event: status('dropoff_complete') },
  },
  delivery_incident_report: {
    fires: { parameters: { dirCreated: true }, event: ['incident.raised', { incidentType: 'damaged' }] },
    not: { parameters: { dirCreated: true }, event: ['incident.resolved', { incidentType: 'damaged' }] },
  },
  delivery_note_added: {
    fires: { event: ['task.note_added', { note: 'Back door' }] },
    not: { event: ['task.running'] },
  },
  delivery_cancellation_failed: {
    fires: { event: ['task.cancellation_failed'] },
    not: { event: ['task.canceled_by_customer'] },
  },
  delivery_completed_too_early: {
    fires: {
      parameters: { metricValue: 30 },
      job: { package: { dropoffStartTime: minutesAfter(45) } },
      event: status('dropoff_complete'),
    },
    not: {
      parameters: { metricValue: 30 },
      job: { package: { dropoffStartTime: minutesAfter(20) } },
      event: status('dropoff_complete'),
    },
  },
  status_triggered_too_early: {
    fires: {
      parameters: { metricValue: 10, deliveryStatus: 'pickup_arrived' },
      job: { package: { pickupStartTime: minutesAfter(45) } },
      event: status('pickup_arrived'),
    },
    not: {
      parameters: { metricValue: 60, deliveryStatus: 'pickup_arrived' },
      job: { package: { pickupStartTime: minutesAfter(45) } },
      event: status('pickup_arrived'),
    },
  },
  status_changed_too_quickly: {
    fires: {
      parameters: { deliveryStatus1: 'pickup_arrived', deliveryStatus2: 'dropoff_arrived', metricValue: 180 },
      job: {
        delivery: { statusHistory: history(['pickup_arrived', -2], ['dropoff_arrived', 0]) as never },
      },
      event: status('dropoff_arrived'),
    },
    not: {
      parameters: { deliveryStatus1: 'pickup_arrived', deliveryStatus2: 'dropoff_arrived', metricValue: 60 },
      job: {
        delivery: { statusHistory: history(['pickup_arrived', -2], ['dropoff_arrived', 0]) as never },
      },
      event: status('dropoff_arrived'),
    },
  },
  stuck_status: {
    fires: {
      parameters: { deliveryStatus: 'pickup_arrived', metricValue: 10, metricName: 'minutes' },
      event: status('pickup_arrived'),
      waitMinutes: 11,
    },
    not: {
      parameters: {
        deliveryStatus: 'pickup_arrived',
        metricValue: 10,
        activateBeforePickup: true,
        metricValue2: 10,
      },
      job: { package: { pickupStartTime: minutesAfter(60) } },
      event: status('pickup_arrived'),
      waitMinutes: 11,
    },
  },
  time_elapsed_since_status: {
    fires: {
      parameters: {
        deliveryStatus: 'created',
        deliveryStatusArray: ['assigned_driver'],
        statusCondition: 'not_in',
        checkAfterMinutes: 5,
      },
      event: status('created'),
      waitMinutes: 6,
    },
    not: {
      parameters: {
        deliveryStatus: 'created',
        deliveryStatusArray: ['assigned_driver'],
        checkAfterMinutes: 5,
      },
      job: { delivery: { status: 'assigned_driver' } },
      event: status('created'),
      waitMinutes: 6,
    },
  },
  pickup_delayed: {
    fires: {
      parameters: { metricValue: 5 },
      job: { package: { pickupEndTime: minutesAfter(10) } },
      event: status('created'),
      waitMinutes: 16,
    },
    not: {
      parameters: { metricValue: 5 },
      job: { package: { pickupEndTime: minutesAfter(10) }, delivery: { status: 'pickup_complete' } },
      event: status('created'),
      waitMinutes: 16,
    },
  },
  dropoff_delayed: {
    fires: {
      parameters: { metricValue: 5 },
      job: { package: { dropoffEndTime: minutesAfter(10) } },
      event: status('created'),
      waitMinutes: 16,
    },
    not: {
      parameters: { metricValue: 5 },
      job: { package: { dropoffEndTime: minutesAfter(10) } },
      event: status('created'),
      waitMinutes: 12,
    },
  },
  task_reassignment: {
    fires: {
      parameters: { metricValue: 1, sendOnEveryTaskReassignment: false },
      job: { second: true } as never,
      event: ['task.created'],
    },
    not: { parameters: { metricValue: 1, sendOnEveryTaskReassignment: true }, event: ['task.created'] },
  },
  task_health_status: {
    fires: {
      parameters: { status: 'any', healthStatus: 'late' },
      event: ['delivery.health_changed', { status: 'created', health: 'late' }],
    },
    not: {
      parameters: { status: 'dropoff_enroute', healthStatus: 'late' },
      event: ['delivery.health_changed', { status: 'created', health: 'late' }],
    },
  },
  tasks_attempts_exhausted: {
    fires: { event: ['task.attempts_exhausted'] },
    not: { event: ['task.failed'] },
  },
  internal_driver_not_assigned: {
    fires: {
      parameters: { minutes: 10 },
      job: { delivery: { providerIsInternal: true } },
      event: status('created'),
      waitMinutes: 11,
    },
    not: { parameters: { minutes: 10 }, event: status('created'), waitMinutes: 11 },
  },
  courier_updated: {
    fires: { event: ['delivery.courier_updated'] },
    not: { event: ['delivery.timing_updated'] },
  },
  timing_updated: {
    fires: { event: ['delivery.timing_updated'] },
    not: { event: ['delivery.courier_updated'] },
  },
  driver_stacking: {
    fires: {
      job: { delivery: { courierPhoneNumber: '+44 20 7946 0001' } },
      second: { delivery: { courierPhoneNumber: '+442079460001' } },
      event: ['delivery.courier_updated'],
    },
    not: {
      job: { delivery: { courierPhoneNumber: '+442079460001' } },
      second: { delivery: { courierPhoneNumber: '+442079460001', providerId: 'prv_two' } },
      event: ['delivery.courier_updated'],
    },
  },
  driver_geolocation: {
    fires: {
      parameters: { deliveryStatus: 'dropoff_enroute', condition: 'within', ...near },
      job: enroute,
      positions: [FAR, HERE],
    },
    not: {
      parameters: { deliveryStatus: 'pickup_enroute', condition: 'within', ...near },
      job: enroute,
      positions: [FAR, HERE],
    },
  },
  zone_geolocation: {
    fires: { parameters: { zoneIds: ['zone_1'] }, job: enroute, positions: [FAR, HERE] },
    not: { parameters: { zoneIds: ['zone_1'], transition: 'leave' }, job: enroute, positions: [FAR, HERE] },
  },
  driver_location_vs_delivery_status: {
    fires: {
      parameters: { deliveryStatus: 'dropoff_arrived', metricValue: 1 },
      job: {
        delivery: {
          status: 'dropoff_arrived',
          courierLocation: { lat: FAR[0], lng: FAR[1], updatedAt: AT },
        },
      },
      event: status('dropoff_arrived'),
    },
    not: {
      parameters: { deliveryStatus: 'dropoff_arrived', metricValue: 1 },
      job: {
        delivery: {
          status: 'dropoff_arrived',
          courierLocation: { lat: FAR[0], lng: FAR[1], updatedAt: minutesAfter(-20) },
        },
      },
      event: status('dropoff_arrived'),
    },
  },
  order_needs_attention: {
    fires: {
      parameters: { onlyOrdersWithDeliveryWindows: true },
      order: { deliveryWindowId: 'dw_1' },
      event: ['order.needs_attention', { validationErrors: {} }],
    },
    not: {
      parameters: { onlyOrdersWithDeliveryWindows: true },
      order: {},
      event: ['order.needs_attention', { validationErrors: {} }],
    },
  },
  address_validation_failed: {
    fires: {
      order: {},
      event: ['order.needs_attention', { validationErrors: { dropoffAddressNumber: 'is missing' } }],
    },
    not: { order: {}, event: ['order.needs_attention', { validationErrors: { valueCents: 'is missing' } }] },
  },
  order_modified: {
    fires: {
      parameters: { modifiedFields: ['dropoff_time'] },
      order: {},
      event: ['order.updated', { changedFields: ['dropoffEndTime'] }],
    },
    not: {
      parameters: { modifiedFields: ['dropoff_time'] },
      order: {},
      event: ['order.updated', { changedFields: ['pickupEndTime'] }],
    },
  },
  order_not_dispatched_close_to_pickup: {
    fires: {
      parameters: { metricValue: 30 },
      order: { pickupStartTime: minutesAfter(60) },
      event: ['order.created', { pickupStartTime: minutesAfter(60) }],
      waitMinutes: 31,
    },
    not: {
      parameters: { metricValue: 30 },
      order: { pickupStartTime: minutesAfter(60), status: 'dispatched' },
      event: ['order.created', { pickupStartTime: minutesAfter(60) }],
      waitMinutes: 31,
    },
  },
  order_ready_to_fulfill: {
    fires: { order: {}, event: ['order.created', { status: 'valid' }] },
    not: { order: {}, event: ['order.created', { status: 'needs_attention' }] },
  },
  job_creation_failed: {
    fires: { order: {}, event: ['order.dispatch_failure', { jobId: null, reason: 'No provider.' }] },
    not: { order: {}, job: {}, event: ['order.dispatch_failure', { reason: 'All attempts failed.' }] },
  },
  delivery_window_booked_timeout: {
    fires: {
      parameters: { timeoutMinutes: 10 },
      order: { deliveryWindowId: 'dw_1', windowBooking: booking as never },
      event: ['delivery_window.booked', { deliveryWindowId: 'dw_1', status: 'booked' }],
      waitMinutes: 11,
    },
    not: {
      parameters: { timeoutMinutes: 10 },
      order: { deliveryWindowId: 'dw_1', windowBooking: { ...booking, status: 'confirmed' } as never },
      event: ['delivery_window.booked', { deliveryWindowId: 'dw_1', status: 'booked' }],
      waitMinutes: 11,
    },
  },
  order_cutoff_time: {
    fires: {
      parameters: { minutesAfterCutoff: 15 },
      order: { deliveryWindowId: 'dw_1', windowBooking: booking as never },
      event: ['delivery_window.booked', { deliveryWindowId: 'dw_1', status: 'booked' }],
      waitMinutes: 60 + 16,
    },
    not: {
      parameters: { minutesAfterCutoff: 15 },
      order: { deliveryWindowId: 'dw_1', windowBooking: booking as never },
      event: ['delivery_window.booked', { deliveryWindowId: 'dw_1', status: 'booked' }],
      waitMinutes: 60 + 14,
    },
  },
  autodispatch_failed: {
    fires: { order: {}, event: ['dispatch.autodispatch_failed', { code: 'NO_VALID_QUOTES' }] },
    not: { order: {}, event: ['order.dispatch_failure', { jobId: null, reason: 'No provider.' }] },
  },
  refund_request: {
    fires: {
      parameters: { statuses: ['approved'] },
      event: ['task.refund_updated', { refundRequest: { status: 'approved' } }],
    },
    not: {
      parameters: { statuses: ['approved'] },
      event: ['task.refund_updated', { refundRequest: { status: 'denied' } }],
    },
  },
  activity_status_transition: {
    fires: {
      parameters: { activityStatus: 'failed', activityActions: ['act_process_csv_upload'] },
      event: ['activity.status_changed', { status: 'FAILED', action: 'act_process_csv_upload' }],
    },
    not: {
      parameters: { activityStatus: 'failed', activityActions: ['act_process_csv_upload'] },
      event: ['activity.status_changed', { status: 'FAILED', action: 'act_dispatch_routes' }],
    },
  },
  optimization_order_unassigned: {
    fires: {
      activityResult: { unassignedOrders: [{ orderId: 'ord_9' }] },
      event: ['activity.status_changed', { status: 'SUCCESS', action: 'act_optimize_orders' }],
    },
    not: {
      activityResult: { unassignedOrders: [] },
      event: ['activity.status_changed', { status: 'SUCCESS', action: 'act_optimize_orders' }],
    },
  },
  optimization_action_status: {
    fires: {
      parameters: { optimizationActionStatus: 'skipped' },
      event: ['activity.status_changed', { status: 'SKIPPED', action: 'act_optimize_orders' }],
    },
    not: {
      parameters: { optimizationActionStatus: 'skipped' },
      event: ['activity.status_changed', { status: 'SKIPPED', action: 'act_process_csv_upload' }],
    },
  },
  custom_event_listener: {
    fires: {
      parameters: { eventNames: ['vip'] },
      event: ['custom_event.occurred', { entityType: 'job', key: 'vip' }],
    },
    not: {
      parameters: { eventNames: ['vip'] },
      event: ['custom_event.occurred', { entityType: 'job', key: 'other' }],
    },
  },
  route_status_transition: {
    fires: { parameters: { routeStatuses: ['started'] }, event: ['route.started', { status: 'STARTED' }] },
    not: { parameters: { routeStatus: 'COMPLETED' }, event: ['route.started', { status: 'STARTED' }] },
  },
  ai_invalid_pod: {
    fires: { event: ['agent.conversation_completed', { findings: ['blurred', 'invalid_pod'] }] },
    not: { event: ['agent.conversation_completed', { findings: ['blurred'] }] },
  },
  ai_conversation_completed: {
    fires: { event: ['agent.conversation_completed'] },
    not: { event: ['task.running'] },
  },
};

/** Slugs of contract-facts 8.3, with the names of decisions A19 and B25. */
const SLUGS = `
  delivery_status_transition proof_of_delivery_uploaded delivery_incident_report delivery_note_added
  delivery_cancellation_failed delivery_completed_too_early task_reassignment tasks_attempts_exhausted task_health_status
  autodispatch_failed job_creation_failed internal_driver_not_assigned ai_invalid_pod driver_geolocation zone_geolocation
  driver_location_vs_delivery_status driver_stacking courier_updated timing_updated pickup_delayed dropoff_delayed
  stuck_status status_changed_too_quickly status_triggered_too_early time_elapsed_since_status order_needs_attention
  order_ready_to_fulfill order_not_dispatched_close_to_pickup order_modified address_validation_failed
  delivery_window_booked_timeout api_based custom_event_listener optimization_order_unassigned optimization_action_status
  activity_status_transition refund_request route_status_transition ai_conversation_completed demo catchment_violation
  late_departure vehicle_breakdown customer_not_home adhoc_break vehicle_overweight vehicle_oversize refuel_request
  order_cutoff_time measure_threshold`;

const BY_HAND = ['api_based', 'demo'];
const BY_SERVICE = triggerTypes()
  .filter(({ creatable }) => creatable === false)
  .map(({ type }) => type);
/** Their events name the trigger that they are for: `operations/insight/rules/judge-rules.test.ts` makes them fire. */
const ADDRESSED = triggerTypes()
  .filter(({ isAddressed }) => isAddressed)
  .map(({ type }) => type);

async function play(type: string, one: Case): Promise<number> {
  const { db, organizationId } = work;
  const jobId = db.deps.ids.next('job');
  const isOfJob = one.order === undefined || one.job !== undefined;
  const { second: isReassigned, ...options } = (one.job ?? {}) as AnyJobOptions & { second?: boolean };
  const at = { organizationId, id: jobId };
  const made = anyJob({
    ...options,
    ...at,
    ...(isReassigned ? { task: { id: `${jobId.replace('job', 'tsk')}c1a2`, attempt: 2 } as never } : {}),
  });
  if (isOfJob) await db.deps.table.write(made.operations);
  if (isReassigned) {
    const first = anyJob({ ...at }).next.tasks[0]!;
    await db.deps.table.write([create(taskEntity, { ...first.value, attempt: 1 })]);
  }
  const orderId = db.deps.ids.next('ord');
  if (one.order)
    await db.deps.table.write([create(orderEntity, anyOrder({ ...one.order, organizationId, id: orderId }))]);
  const activityId = 'act_1';
  if (one.activityResult) {
    await db.deps.table.write([
      create(activityEntity, {
        organizationId,
        id: activityId,
        action: 'act_optimize_orders',
        status: 'SUCCESS',
        createdAt: AT,
        updatedAt: AT,
        startedAt: AT,
        completedAt: AT,
        createdBy: 'key_1',
        storeLocationIds: null,
        driverGroupIds: null,
        request: {},
        progress: null,
        result: one.activityResult as never,
        resultParts: 0,
        error: null,
      }),
    ]);
  }
  await db.deps.table.write([create(windowEntity, cutoffAtTen(organizationId))]);
  await db.deps.table.write([create(zoneEntity, zoneAroundHere(organizationId))]);
  if (type === 'custom_event_listener') {
    await createCustomEvent(db.deps, organizationId, { key: 'vip', name: 'VIP' });
  }
  await work.trigger({ type, parameters: { ...one.parameters } });
  const [task] = made.next.tasks;
  const [delivery] = made.next.deliveries;
  const ids = {
    ...(isOfJob ? { jobId, taskId: task?.value.id, deliveryId: delivery?.value.id, entityId: jobId } : {}),
    ...(one.order ? { orderId } : {}),
    ...(one.event?.[0].startsWith('activity') ? { activityId } : {}),
    ...(one.event?.[0].startsWith('route') ? { routeId: 'rte_1' } : {}),
  };
  if (one.second) {
    const other = anyJob({ ...one.second, organizationId, id: db.deps.ids.next('job') });
    await db.deps.table.write(other.operations);
    const [otherTask] = other.next.tasks;
    const [otherDelivery] = other.next.deliveries;
    await tell(
      work,
      work.event('delivery.courier_updated', {
        jobId: other.next.job.value.id,
        taskId: otherTask?.value.id,
        deliveryId: otherDelivery?.value.id,
      }),
    );
  }
  if (one.event) await tell(work, work.event(one.event[0], { ...ids, ...one.event[1] }));
  for (const [lat, lng] of one.positions ?? []) {
    db.deps.clock.advance(60_000);
    await moveTo(ids.jobId ?? '', lat, lng);
    const moved = work.event('courier_location.updated', { ...ids, lat, lng });
    await work.position(moved);
    await work.position(moved);
  }
  if (one.waitMinutes) await work.wait(one.waitMinutes);
  return (await work.all()).length;
}

async function moveTo(jobId: string, lat: number, lng: number): Promise<void> {
  const { table, clock } = work.db.deps;
  const stored = (await readJob(table, work.organizationId, jobId))!.deliveries[0]!;
  const courierLocation = { lat, lng, updatedAt: new Date(clock.now()).toISOString() };
  await table.write([replace(deliveryEntity, stored, { ...stored.value, courierLocation })]);
}

function cutoffAtTen(organizationId: string): DeliveryWindow {
  return {
    organizationId,
    id: 'dw_1',
    name: 'Noon',
    timezoneId: 'UTC',
    startLocal: '2026-03-02T12:00:00',
    endLocal: '2026-03-02T14:00:00',
    cutoffLocal: '2026-03-02T10:00:00',
    rrule: null,
    exceptionDates: [],
    days: null,
    daysUntil: null,
    allowedTags: [],
    leadTimeMinutes: null,
    priceCents: null,
    minimumOrderValueCents: null,
    maximumCapacity: null,
    storeLocationId: null,
    storeLocationExternalId: null,
    zoneId: null,
    zoneExternalId: null,
    windowMetadata: null,
    isActive: true,
    isDeleted: false,
    startTime: '2026-03-02T12:00:00.000Z',
    createdAt: AT,
    updatedAt: AT,
  };
}

function zoneAroundHere(organizationId: string): Zone {
  const ring = encodeRing([
    [-0.1, 51.5],
    [-0.05, 51.5],
    [-0.05, 51.52],
    [-0.1, 51.52],
    [-0.1, 51.5],
  ]);
  return {
    organizationId,
    id: 'zone_1',
    coverageArea: {
      id: 'cov_1',
      polygons: [{ id: 'pol_1', rings: [ring] }],
      cityZipcodes: [],
      zipCodes: [],
      cities: [],
      states: [],
      countries: [],
    },
    storeLocationAssociations: [],
    tags: [],
    isDeleted: false,
    createdAt: AT,
    updatedAt: AT,
  };
}

/** Enables the trigger of a type that only the service creates, and raises an exception on a route. */
async function raise(type: string, exception: object): Promise<number> {
  const { deps } = work.db;
  await setUpNotifications(deps, work.organizationId);
  const { triggers } = await readSettings(deps, work.organizationId);
  const id = triggers.find(({ value }) => value.type === type)?.value.id ?? 'none';
  const notificationGroupIds = [await work.destination()];
  must(await changeTrigger(work.context, id, { enabled: true, notificationGroupIds }));
  await tell(work, work.event('route.exception_raised', { routeId: 'rte_1', ...exception }, ofRoute));
  return (await work.all()).length;
}

const ofRoute = { aggregateType: 'route' };

describe('8.3 every type of trigger', () => {
  it('has a case here that makes it fire and one that does not', () => {
    const shown = triggerTypes().map(({ type }) => type);
    expect([...Object.keys(CASES), ...BY_HAND, ...BY_SERVICE, ...ADDRESSED].sort()).toEqual(
      [...shown].sort(),
    );
    expect(new Set(notificationCatalog().triggers.map(({ type }) => type)).size).toBe(triggerTypes().length);
  });

  it.each(Object.keys(CASES))('%s fires', async (type) => {
    expect(await play(type, CASES[type]!.fires)).toBe(1);
  });

  it.each(Object.keys(CASES))('%s does not fire', async (type) => {
    expect(await play(type, CASES[type]!.not)).toBe(0);
  });

  it.each(BY_HAND)('%s fires by hand', async (type) => {
    const { db, organizationId } = work;
    const made = anyJob({ organizationId, id: db.deps.ids.next('job') });
    await db.deps.table.write(made.operations);
    await work.trigger({ type, parameters: {} });
    const { value } = (await readSettings(db.deps, organizationId)).triggers[0]!;
    const firing = { cause: 'api:1', storeLocationIds: null };
    await fireForJob(db.deps, value, made.next.job.value.id, firing);
    await fireForJob(db.deps, value, made.next.job.value.id, firing);
    expect(await work.all()).toHaveLength(1);
  });

  it.each(BY_HAND)('%s does not fire by an event', async (type) => {
    expect(await play(type, { event: status('dropoff_complete') })).toBe(0);
  });

  it.each(BY_SERVICE)('%s fires', async (type) => {
    expect(await raise(type, { type })).toBe(1);
  });

  it.each(BY_SERVICE)('%s does not fire', async (type) => {
    const other = BY_SERVICE.find((one) => one !== type);
    expect(await raise(type, { type: other })).toBe(0);
  });

  it('8.3 a status that does not exist is refused in every parameter that names statuses', async () => {
    const parameters = { deliveryStatus: 'created', deliveryStatusArray: ['gone'] };
    await expect(work.trigger({ type: 'time_elapsed_since_status', parameters })).rejects.toThrow(
      /parameters\.deliveryStatusArray/,
    );
  });

  it('8.3 has every type of the contract, Order Cutoff Time and measures, by their slugs', () => {
    expect(
      triggerTypes()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(SLUGS.trim().split(/\s+/).sort());
  });

  it('8.3 takes the older slug of a type, and keeps the present one', async () => {
    const id = await work.trigger({ type: 'nash_ai_invalid_pod', parameters: {} });
    const { triggers } = await readSettings(work.db.deps, work.organizationId);
    expect(triggers.find(({ value }) => value.id === id)?.value.type).toBe('ai_invalid_pod');
  });

  it('41 2 a proof of delivery that a review finds invalid fires its trigger, another photo does not', async () => {
    await work.trigger({ type: 'ai_invalid_pod', parameters: {} });
    const jobId = work.db.deps.ids.next('job');
    const made = anyJob({ organizationId: work.organizationId, id: jobId });
    await work.db.deps.table.write(made.operations);
    const deliveryId = made.next.deliveries[0]?.value.id;
    const review = { jobId, deliveryId, photoType: 'pod', isValid: true, confidence: 1, reason: 'x' };
    for (const data of [review, { ...review, photoType: 'pickup', isValid: false }]) {
      await tell(work, work.event('delivery.photo_verified', data));
    }
    expect(await work.all()).toHaveLength(0);
    await tell(work, work.event('delivery.photo_verified', { ...review, isValid: false }));
    expect(await work.all()).toHaveLength(1);
  });

  it('8.3 an activity fires a trigger on its first status, too', async () => {
    await work.trigger({
      type: 'activity_status_transition',
      parameters: { activityStatus: 'queued', activityActions: [] },
    });
    const data = { activityId: 'act_1', action: 'act_dispatch_routes', status: 'QUEUED' };
    await tell(work, work.event('activity.created', data, { aggregateType: 'activity' }));
    expect(await work.all()).toHaveLength(1);
  });

  it('8.3 a message that waits needs the minutes for which it waits', async () => {
    const parameters = { deliveryStatus: 'created', sendScheduledMessage: true };
    await expect(work.trigger({ parameters })).rejects.toThrow(/parameters\.scheduledSendDeltaMinutes/);
  });
});
