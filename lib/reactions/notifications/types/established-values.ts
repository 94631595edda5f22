import { ownValue } from '../../../platform/core/own-value.ts';

const ESTABLISHED_VALUES: Readonly<Record<string, string>> = Object.freeze({
  delivery_incident_report: '18zdfialfe|Delivery Incident Report',
  status_changed_too_quickly: '8e2b5ead2b|Statuses changed too quickly',
  dropoff_delayed: 'z9aaa5b61b|Dropoff Delayed - Dropoff ETA too far after specified dropoff time',
  driver_geolocation: 'a62ccd6cf7|Driver Geolocation',
  pickup_delayed: '8adu432fxx|Pickup Delayed - Pickup ETA too far after specified pickup time',
  driver_location_vs_delivery_status: '2d00e8337d|Driver location inconsistent with delivery status',
  stuck_status: 'd9abb5b61b|"Stuck" Status',
  task_reassignment: 'xuf71kdfa7|Task Reassignment',
  delivery_status_transition: '50851e6311|Delivery Status Transition',
  autodispatch_failed: '0slfyzlxy3|Autodispatch Failed',
  address_validation_failed: 'qd2910zx34|Address Validation Failed',
  order_needs_attention: '20231018|Nash order needs attention',
  order_ready_to_fulfill: '20231201|Nash order ready to fulfill',
  job_creation_failed: 'ouut3gfaey|Job Creation Failed',
  delivery_cancellation_failed: '6101a86efd|Delivery Cancellation Failed',
  task_health_status: '72f25b6941|Live Monitoring Status',
  internal_driver_not_assigned: 'a0240620|Internal Driver Not Assigned',
  ai_invalid_pod: '8x567890|Invalid Proof of Delivery Photo',
  delivery_completed_too_early: '9f9uu7z0|Delivery Completed Too Early',
  order_not_dispatched_close_to_pickup: 'ix38123456|Order Not Dispatched Close to Pickup',
  tasks_attempts_exhausted: '86dc85e3|Tasks Attempts Exhausted',
  refund_request: '8dxl093456|Refund Request',
  optimization_order_unassigned: '19f1kx1j2|Optimization Unassigned Order',
  zone_geolocation: 'pqr123f5s|Zone Geolocation',
  api_based: '2ef442ca|API Based',
  status_triggered_too_early: 'rt32km97j|Status Triggered Too Early',
  optimization_action_status: '03dekfned|Optimization Action Status',
  driver_stacking: 'az8dfllk8|Driver Stacking',
  time_elapsed_since_status: 'b37098781|Time Elapsed Since Status',
  activity_status_transition: '44t6kh981k|Activity Status Transition',
  demo: 'k3m8t9zqf|Demo',
  custom_event_listener: 'c7e4f91a3b|Custom Event Listener',
  proof_of_delivery_uploaded: 'f8d2a1b3c4|Proof of Delivery Uploaded',
  courier_updated: 'e7c9b5d6a2|Courier Updated',
  timing_updated: 'd4f6e8a1b9|Timing Updated',
  ai_conversation_completed: 'c3b7d9e2f5|AI Conversation Completed',
  delivery_window_booked_timeout: 'a9f3e0c7d2|Delivery Window Booked Timeout',
  delivery_note_added: 'b5e8f2a1d3|Delivery Note Added',
  order_modified: 'm4d1f1c8e6|Order Modified',
  route_status_transition: 'a8f3d91c4e|Route Status Transition',
  catchment_violation: '7c8a2f9d31|Catchment Violation',
  late_departure: '1a4d2b7c8e|Late Departure',
  vehicle_breakdown: '9b2c8e1d4a|Vehicle Breakdown',
  customer_not_home: 'cnh4a2b8c1|Customer Not Home',
  adhoc_break: 'adb3f7e2c9|Ad-hoc Break',
  vehicle_overweight: 'vow8c1a2b9|Vehicle Overweight',
  vehicle_oversize: 'voz1b9c8a4|Vehicle Oversize',
  refuel_request: 'rfl5d2c7e9|Refuel Request',
});

/**
 * The `value` of a type in the catalogue of the established contract, by which its clients name a type, such as in the
 * `eventTriggerType` of workflows; undefined for a type that it does not have. Apart from the types themselves, which
 * are large.
 */
export const establishedValueOf = (type: string): string | undefined => ownValue(ESTABLISHED_VALUES, type);
