import * as z from 'zod';
import { OPTIMIZATION_ACTIONS } from '../../../platform/activities/index.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import { BY_HAND_ACTIONS, defineNotificationTrigger, FILTERS } from './define-notification-trigger.ts';

const none = z.object({});

/** Statuses of an activity in the words of the parameter. */
const OUTCOMES: Readonly<Record<string, string>> = {
  FAILED: 'failed',
  SUCCESS: 'success',
  SKIPPED: 'skipped',
};

const unassigned = defineNotificationTrigger({
  type: 'optimization_order_unassigned',
  title: 'Optimization Unassigned Order',
  description:
    'An optimization leaves orders without a route. One message per optimization: `trigger_metadata.unassigned_orders` names them.',
  entityType: 'order',
  category: 'order',
  // It is about an optimization, which has no strategy, dropoff or metadata.
  filters: [],
  actions: ['send_message'],
  statuses: [],
  on: ['activity.status_changed'],
  needs: ['activityResult'],
  parameters: none,
  fires({ data, more }) {
    const left = more.activityResult?.unassignedOrders;
    const isDone = data.status === 'SUCCESS' && OPTIMIZATION_ACTIONS.includes(String(data.action));
    return isDone && Array.isArray(left) && left.length > 0;
  },
  key: ({ data }) => `unassigned:${data.activityId}`,
});

const optimizationStatus = defineNotificationTrigger({
  type: 'optimization_action_status',
  title: 'Optimization Action Status',
  description: 'An optimization failed, succeeded or was skipped.',
  entityType: 'activity',
  category: 'order',
  statuses: ['failed', 'success', 'skipped'],
  on: ['activity.status_changed'],
  parameters: z.object({
    optimizationActionStatus: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(['failed', 'success', 'skipped']))
      .meta({ description: 'Result of the optimization.' }),
  }),
  fires: ({ data }, { optimizationActionStatus }) =>
    OPTIMIZATION_ACTIONS.includes(String(data.action)) &&
    ownValue(OUTCOMES, String(data.status)) === optimizationActionStatus,
});

const customEvent = defineNotificationTrigger({
  type: 'custom_event_listener',
  title: 'Custom Event Listener',
  description: 'One of the custom events occurs on an order or a job.',
  entityType: 'unknown',
  filters: FILTERS,
  actions: BY_HAND_ACTIONS,
  category: 'other',
  statuses: [],
  on: ['custom_event.occurred'],
  parameters: z.object({
    eventNames: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(20)
      .meta({ description: 'Keys of the events.' }),
  }),
  fires: ({ data }, { eventNames }) => eventNames.includes(String(data.key)),
});

const conversation = defineNotificationTrigger({
  type: 'ai_conversation_completed',
  title: 'AI Conversation Completed',
  description: 'A run or a conversation of an agent ends.',
  entityType: 'unknown',
  category: 'other',
  statuses: [],
  on: ['agent.conversation_completed'],
  parameters: none,
  fires: () => true,
});

/** Output field with which an agent reports a photo that proves nothing. */
const INVALID_POD = 'invalid_pod';

const invalidPod = defineNotificationTrigger({
  type: 'ai_invalid_pod',
  title: 'Invalid Proof of Delivery Photo',
  description: `POST /v1/ai/verify-photo finds that a photo does not prove its delivery, or an agent that looked at a delivery ends with the output field \`${INVALID_POD}\` true. A trigger on uploaded proofs can hand deliveries to an agent.`,
  entityType: 'delivery',
  category: 'delivery',
  statuses: [],
  on: ['agent.conversation_completed', 'delivery.photo_verified'],
  parameters: none,
  fires: ({ data, delivery }) =>
    delivery !== undefined &&
    (data.photoType === undefined
      ? Array.isArray(data.findings) && data.findings.includes(INVALID_POD)
      : data.photoType === 'pod' && data.isValid === false),
});

const demo = defineNotificationTrigger({
  type: 'demo',
  title: 'Demo',
  description: 'For testing messages. Fires only by POST /v1/notification/{id}/trigger.',
  entityType: 'unknown',
  actions: BY_HAND_ACTIONS,
  category: 'other',
  statuses: [],
  on: [],
  parameters: none,
});

/** Triggers on work of the service, on agents and on custom events. */
export const workTypes = [unassigned, optimizationStatus, customEvent, conversation, invalidPod, demo];
