import { z } from 'zod';
import { activityStatus } from './orders.ts';
import { routeStatus } from './routes.ts';
import {
  flag,
  flags,
  noParameters,
  number,
  oneOf,
  record,
  shape,
  text,
  textLists,
  texts,
  whole,
} from './values.ts';

export const actionKey = oneOf`send_message flag_delivery auto_resolve_flag add_custom_event`;

export const activityAction = oneOf`
  act_dispatch_optimized_orders act_optimize_orders act_optimize_routes act_manifest_orders
  act_orders_bulk_operation act_orders_bulk_action act_process_csv_upload act_dispatch_routes
  act_dispatch_delivery_window_orders act_dispatch_and_manifest_batch act_dispatch_and_manifest_chunk
  generate_refund_ai_analysis_report generate_customer_feedback_report generate_report
`;

export const activityStatusTransitionParams = shape({
  activityStatus,
  activityActions: z.array(activityAction),
});

export const deniedContactInput = shape({ ...texts`type value` });

export const conditionOperator = oneOf`
  equals not_equals greater_than less_than greater_than_or_equal_to less_than_or_equal_to in not_in
  contains starts_with ends_with
`;

export const customEventListenerParams = shape({ eventNames: z.array(text) });

export const deliveryCompletedTooEarlyParams = shape({ metricValue: number });

export const deliveryIncidentReportParams = shape({
  dirType: oneOf`all refund_request`.optional(),
  dirCreated: flag.optional(),
  dirResolved: flag.optional(),
});

export const deliveryStatusTransitionParams = shape(
  { deliveryStatus: text.min(1) },
  { sendScheduledMessage: flag, scheduledSendDeltaMinutes: whole.min(15).max(4320) },
);

export const deliveryWindowBookedTimeoutParams = shape({ timeoutMinutes: whole.min(1) });

export const driverGeolocationGreaterThanParams = shape(
  {
    metricValue: number,
    deliveryStatus: text.min(1),
    condition: z.literal('greater_than').optional(),
    metricName: oneOf`minutes miles`.optional(),
    location: oneOf`pickup_location dropoff_location`,
  },
  {
    ...flags`hasCancellationReason firstTaskOnly`,
    ...texts`statusHistoryIncludes statusHistoryDoesNotInclude`,
  },
);

export const driverGeolocationStoppedForParams = shape(
  {
    metricValue: number,
    deliveryStatus: text.min(1),
    condition: z.literal('stopped_for').optional(),
    metricName: z.literal('minutes').optional(),
  },
  {
    ...flags`hasCancellationReason firstTaskOnly`,
    ...texts`statusHistoryIncludes statusHistoryDoesNotInclude`,
  },
);

export const driverGeolocationWithinParams = shape(
  {
    metricValue: number,
    deliveryStatus: text.min(1),
    condition: z.literal('within').optional(),
    metricName: oneOf`minutes miles`.optional(),
    location: oneOf`pickup_location dropoff_location`,
  },
  {
    ...flags`hasCancellationReason firstTaskOnly`,
    ...texts`statusHistoryIncludes statusHistoryDoesNotInclude`,
  },
);

export const driverLocationVsDeliveryStatusParams = shape({
  metricValue: number,
  metricName: z.literal('miles').optional(),
  deliveryStatus: text.min(1),
});

export const driverStackingParams = shape({
  annotateAllDeliveries: flag.optional(),
  matchCourierAcrossProviders: flag.optional(),
});

export const dropoffDelayedParams = shape({
  metricValue: number,
  metricName: z.literal('minutes').optional(),
});

export const internalDriverNotAssignedParams = shape({
  minutes: number,
  referenceStatus: oneOf`job_created pickup_start_time`.optional(),
});

export const optimizationActionStatusParams = shape({
  optimizationActionStatus: oneOf`failed success skipped`,
});

export const orderModifiedField = oneOf`
  pickup_time dropoff_time pickup_location dropoff_location pickup_contact dropoff_contact
  pickup_instructions dropoff_instructions items tip order_value
`;

export const orderModifiedParams = shape({ modifiedFields: z.array(orderModifiedField) });

export const orderNeedsAttentionParams = shape({ onlyOrdersWithDeliveryWindows: flag.optional() });

export const orderNotDispatchedParams = shape({ metricValue: number });

export const pickupDelayedParams = shape({
  metricValue: number,
  metricName: z.literal('minutes').optional(),
});

export const refundRequestParams = shape({
  statuses: z.array(oneOf`under_review needs_attention cancelled approved denied nash_approved`),
});

export const routeStatusTransitionParams = shape({}, { routeStatus, routeStatuses: z.array(routeStatus) });

export const statusTriggeredTooEarlyParams = shape({ metricValue: number, deliveryStatus: text.min(1) });

export const statusesChangedTooQuicklyParams = shape({
  metricValue: number,
  metricName: z.literal('seconds').optional(),
  deliveryStatus1: text.min(1),
  deliveryStatus2: text.min(1),
});

export const stuckStatusParams = shape(
  { metricValue: number, deliveryStatus: text.min(1), activateBeforePickup: flag.optional() },
  {
    metricName: oneOf`hours minutes`,
    metricValue2: number,
    metricName2: oneOf`hours minutes`,
  },
);

export const taskHealthStatusParams = shape({ status: text.min(1), healthStatus: text.min(1) });

export const taskReassignmentParams = shape({
  metricValue: number,
  metricName: z.literal('number_of_times').optional(),
  sendOnEveryTaskReassignment: flag,
});

export const timeElapsedSinceStatusParams = shape(
  {
    deliveryStatus: text.min(1),
    statusCondition: oneOf`in not_in`.optional(),
    deliveryStatusArray: z.array(text),
  },
  { checkAfterMinutes: whole.min(1) },
);

export const zoneGeolocationParams = shape({}, { zoneIds: z.array(text) });

/** The input of each type of trigger: what all share, and the parameters of the type. */
const triggerInputs = (parametersOf: Readonly<Record<string, z.ZodType>>) =>
  z.union(
    Object.entries(parametersOf).map(([type, parameters]) =>
      shape(
        {
          name: text.min(1),
          notificationGroupIds: z.array(text),
          enabled: flag.optional(),
          type: z.literal(type),
          parameters,
        },
        {
          ...texts`description message`,
          ...flags`flag autoResolveFlag isInternal`,
          ...textLists`optionsGroupIds contractIds zoneIds`,
          customEventName: text.min(1),
          conditionalLogic: record,
        },
      ),
    ),
  );

const parametersOf = {
  delivery_status_transition: deliveryStatusTransitionParams,
  driver_geolocation: z.union([
    driverGeolocationWithinParams,
    driverGeolocationGreaterThanParams,
    driverGeolocationStoppedForParams,
  ]),
  task_reassignment: taskReassignmentParams,
  delivery_incident_report: deliveryIncidentReportParams,
  stuck_status: stuckStatusParams,
  status_changed_too_quickly: statusesChangedTooQuicklyParams,
  driver_location_vs_delivery_status: driverLocationVsDeliveryStatusParams,
  dropoff_delayed: dropoffDelayedParams,
  pickup_delayed: pickupDelayedParams,
  order_needs_attention: orderNeedsAttentionParams,
  autodispatch_failed: noParameters,
  address_validation_failed: noParameters,
  order_ready_to_fulfill: noParameters,
  job_creation_failed: noParameters,
  task_health_status: taskHealthStatusParams,
  tasks_attempts_exhausted: noParameters,
  delivery_cancellation_failed: noParameters,
  internal_driver_not_assigned: internalDriverNotAssignedParams,
  nash_ai_invalid_pod: noParameters,
  delivery_completed_too_early: deliveryCompletedTooEarlyParams,
  status_triggered_too_early: statusTriggeredTooEarlyParams,
  order_not_dispatched_close_to_pickup: orderNotDispatchedParams,
  refund_request: refundRequestParams,
  optimization_order_unassigned: noParameters,
  zone_geolocation: zoneGeolocationParams,
  api_based: noParameters,
  optimization_action_status: optimizationActionStatusParams,
  driver_stacking: driverStackingParams,
  time_elapsed_since_status: timeElapsedSinceStatusParams,
  activity_status_transition: activityStatusTransitionParams,
  demo: noParameters,
  custom_event_listener: customEventListenerParams,
  proof_of_delivery_uploaded: noParameters,
  courier_updated: noParameters,
  timing_updated: noParameters,
  ai_conversation_completed: noParameters,
  delivery_window_booked_timeout: deliveryWindowBookedTimeoutParams,
  delivery_note_added: noParameters,
  order_modified: orderModifiedParams.optional(),
  route_status_transition: routeStatusTransitionParams.optional(),
};

/** The types of triggers, in the order of the options of their input. */
export const triggerTypes = Object.keys(parametersOf);

export const triggerInput = triggerInputs(parametersOf);

export const deniedContact = shape({ ...texts`id type value` });

export const deniedContacts = z.array(deniedContact);

export const entityStatus = oneOf`
  archived arrived_at_facility assigned assigned_driver awaiting_consignee_pickup
  awaiting_consignor_dropoff canceled canceled_by_auto_reassign canceled_by_customer canceled_by_merchant
  canceled_by_nash canceled_by_provider canceled_by_reassign completed confirmed contacting_provider
  created delayed departed_from_facility dispatch_failure dispatched dispatched_to_provider
  dropoff_arrived dropoff_complete dropoff_enroute expired failed in_progress in_transit
  items_pick_complete label_created manifested needs_attention not_assigned_driver partial_delivered
  pick_complete picking_complete pickup_arrived pickup_complete pickup_enroute pickup_in_progress
  planned_selection return_arrived return_in_progress returned returned_to_store running scheduled
  sent_to_provider started valid
`;

export const filterValueType = oneOf`id_list condition_tree`;

export const filterCriterion = shape(
  { field: text, valueType: filterValueType, description: text.optional() },
  { ...texts`listEndpoint nodeShape`, operators: z.array(conditionOperator) },
);

export const filterCriterionKey = oneOf`dispatch_strategies contracts zones metadata_conditions`;

export const notificationTriggerTemplate = shape({ ...texts`type title` });

export const listedNotificationTriggerTemplates = shape({
  templates: z.array(notificationTriggerTemplate).optional(),
});

export const notificationTrigger = shape(
  { ...texts`id type name`, enabled: flag, notificationGroupIds: z.array(text).optional() },
  { description: text },
);

export const listedNotificationTriggers = shape({
  notificationTriggers: z.array(notificationTrigger).optional(),
});

export const messageType = oneOf`sms email`;

export const triggerAction = shape({ key: actionKey, fields: z.array(text).optional() });

export const notificationTriggerSlug = oneOf`
  delivery_incident_report status_changed_too_quickly dropoff_delayed driver_geolocation pickup_delayed
  driver_location_vs_delivery_status stuck_status task_reassignment delivery_status_transition
  autodispatch_failed address_validation_failed order_needs_attention order_ready_to_fulfill
  job_creation_failed delivery_cancellation_failed task_health_status internal_driver_not_assigned
  nash_ai_invalid_pod delivery_completed_too_early order_not_dispatched_close_to_pickup
  tasks_attempts_exhausted refund_request optimization_order_unassigned zone_geolocation api_based
  status_triggered_too_early optimization_action_status driver_stacking time_elapsed_since_status
  activity_status_transition demo custom_event_listener proof_of_delivery_uploaded courier_updated
  timing_updated ai_conversation_completed delivery_window_booked_timeout delivery_note_added
  order_modified route_status_transition catchment_violation late_departure vehicle_breakdown
  customer_not_home adhoc_break vehicle_overweight vehicle_oversize refuel_request
`;

export const notificationTriggerType = z.enum([
  '18zdfialfe|Delivery Incident Report',
  '8e2b5ead2b|Statuses changed too quickly',
  'z9aaa5b61b|Dropoff Delayed - Dropoff ETA too far after specified dropoff time',
  'a62ccd6cf7|Driver Geolocation',
  '8adu432fxx|Pickup Delayed - Pickup ETA too far after specified pickup time',
  '2d00e8337d|Driver location inconsistent with delivery status',
  'd9abb5b61b|"Stuck" Status',
  'xuf71kdfa7|Task Reassignment',
  '50851e6311|Delivery Status Transition',
  '0slfyzlxy3|Autodispatch Failed',
  'qd2910zx34|Address Validation Failed',
  '20231018|Nash order needs attention',
  '20231201|Nash order ready to fulfill',
  'ouut3gfaey|Job Creation Failed',
  '6101a86efd|Delivery Cancellation Failed',
  '72f25b6941|Live Monitoring Status',
  'a0240620|Internal Driver Not Assigned',
  '8x567890|Invalid Proof of Delivery Photo',
  '9f9uu7z0|Delivery Completed Too Early',
  'ix38123456|Order Not Dispatched Close to Pickup',
  '86dc85e3|Tasks Attempts Exhausted',
  '8dxl093456|Refund Request',
  '19f1kx1j2|Optimization Unassigned Order',
  'pqr123f5s|Zone Geolocation',
  '2ef442ca|API Based',
  'rt32km97j|Status Triggered Too Early',
  '03dekfned|Optimization Action Status',
  'az8dfllk8|Driver Stacking',
  'b37098781|Time Elapsed Since Status',
  '44t6kh981k|Activity Status Transition',
  'k3m8t9zqf|Demo',
  'c7e4f91a3b|Custom Event Listener',
  'f8d2a1b3c4|Proof of Delivery Uploaded',
  'e7c9b5d6a2|Courier Updated',
  'd4f6e8a1b9|Timing Updated',
  'c3b7d9e2f5|AI Conversation Completed',
  'a9f3e0c7d2|Delivery Window Booked Timeout',
  'b5e8f2a1d3|Delivery Note Added',
  'm4d1f1c8e6|Order Modified',
  'a8f3d91c4e|Route Status Transition',
  '7c8a2f9d31|Catchment Violation',
  '1a4d2b7c8e|Late Departure',
  '9b2c8e1d4a|Vehicle Breakdown',
  'cnh4a2b8c1|Customer Not Home',
  'adb3f7e2c9|Ad-hoc Break',
  'vow8c1a2b9|Vehicle Overweight',
  'voz1b9c8a4|Vehicle Oversize',
  'rfl5d2c7e9|Refuel Request',
]);

export const triggerEntityType = oneOf`route delivery task order activity unknown`;

export const triggerCatalogEntry = shape({
  type: notificationTriggerSlug,
  title: text,
  value: notificationTriggerType,
  entityType: triggerEntityType,
  category: triggerEntityType,
  isFlag: flag.optional(),
  creatable: flag.optional(),
  description: text.optional(),
  statuses: z.array(entityStatus).optional(),
  parametersSchema: record.optional(),
  supportedActions: z.array(actionKey).optional(),
  supportedFilters: z.array(filterCriterionKey).optional(),
});

export const notificationTriggerCatalog = shape({
  filterCriteria: record.optional(),
  actions: z.array(triggerAction).optional(),
  triggers: z.array(triggerCatalogEntry).optional(),
});

export const firedTrigger = shape({ ...texts`id name` }, { description: text });

export const recipientType = oneOf`courier customer pickup_business`;

export const sendMessageInput = shape({
  ...texts`order_id message`,
  recipient_type: recipientType,
  message_type: messageType,
});

export const success = shape({ success: flag });

export const triggerNotificationInput = shape({ jobId: text });

export const triggerNotification = shape({ notificationTrigger: firedTrigger });
