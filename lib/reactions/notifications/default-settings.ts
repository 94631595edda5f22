import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create } from '../../platform/table/index.ts';
import { type Destination, destinationEntity } from './destinations/destination.ts';
import { type NotificationTrigger, triggerEntity } from './triggers/trigger.ts';
import { triggerTypes } from './types/index.ts';

const CUSTOMER = 'ntg_default_customer';
const TEAM = 'ntg_default_team';

type Preset = Pick<NotificationTrigger, 'id' | 'type' | 'name' | 'message' | 'parameters'> & {
  readonly isInternal: boolean;
};

const onStatus = (id: string, name: string, deliveryStatus: string, message: string): Preset => ({
  id: `ntr_default_${id}`,
  type: 'delivery_status_transition',
  name,
  message,
  parameters: { deliveryStatus: [deliveryStatus] },
  isInternal: false,
});

/** Notification settings of every new organization (specification 6.4, contract-facts 8.4). */
const PRESETS: readonly Preset[] = Object.freeze([
  onStatus(
    'pickup_complete',
    'Pickup Complete',
    'pickup_complete',
    'Your order from {{pickup_business_name}} has been picked up. Follow it here: {{job_tracking_link}}',
  ),
  onStatus(
    'dropoff_enroute',
    'Dropoff Enroute',
    'dropoff_enroute',
    'Your order is on its way. Expected arrival: {{dropoff_eta}}',
  ),
  onStatus(
    'dropoff_complete',
    'Dropoff Complete',
    'dropoff_complete',
    'Your order from {{pickup_business_name}} has been delivered.',
  ),
  {
    ...onStatus('delivery_booked', 'Delivery Booked', 'created', 'Delivery booked: {{job_tracking_link}}'),
    isInternal: true,
  },
  {
    id: 'ntr_default_task_reassigned',
    type: 'task_reassignment',
    name: 'Task Reassigned',
    message: 'A delivery of job {{job_id}} was given to another provider: {{job_tracking_link}}',
    parameters: { metricValue: 1, metricName: 'number_of_times', sendOnEveryTaskReassignment: true },
    isInternal: true,
  },
  // Only the service creates these; an organization enables them and sets their recipients.
  ...triggerTypes()
    .filter(({ creatable }) => creatable === false)
    .map(({ type, title }) => ({
      id: `ntr_default_${type}`,
      type,
      name: title,
      message: null,
      parameters: {},
      isInternal: true,
    })),
]);

/**
 * Creates the notifications of a new organization: text messages to the customer, which are enabled, and
 * those for the team, which are disabled until somebody sets their recipients. Repeating it does nothing.
 */
export async function setUpNotifications(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
): Promise<void> {
  const at = toInstant(clock.now());
  const common = { organizationId, createdAt: at, updatedAt: at };
  const destinations: readonly Destination[] = [
    {
      ...common,
      id: CUSTOMER,
      name: 'Customer',
      channels: [
        {
          type: 'sms',
          recipients: ['{{customer.phone_number}}'],
          message: null,
          subject: null,
          emailTemplateId: null,
        },
      ],
      digestMinutes: null,
      quietHours: null,
    },
    { ...common, id: TEAM, name: 'Team', channels: [], digestMinutes: null, quietHours: null },
  ];
  await table.write([
    ...destinations.map((destination) => create(destinationEntity, destination)),
    ...PRESETS.map((preset) => {
      const trigger: NotificationTrigger = {
        ...common,
        ...preset,
        description: null,
        variants: [],
        enabled: !preset.isInternal,
        notificationGroupIds: [preset.isInternal ? TEAM : CUSTOMER],
        optionsGroupIds: [],
        contractIds: [],
        zoneIds: [],
        flag: false,
        autoResolveFlag: false,
        customEventName: null,
        agentId: null,
        conditionalLogic: null,
        oncePerJob: false,
      };
      return create(triggerEntity, trigger);
    }),
  ]);
}
