import { defineTemplate } from './define-template.ts';

/** Templates for active deliveries. */
export const deliveryTemplates = [
  defineTemplate({
    id: 'announce-delivery-window',
    name: 'Announce the delivery window',
    description: 'Texts the recipient half an hour before the dropoff window begins, once per order.',
    trigger: { eventName: 'order_dropoff_start_time', direction: 'before', offset_minutes: 30 },
    steps: [
      {
        nodeKey: 'text',
        nodeLabel: 'Text the recipient',
        nodeAction: 'send_sms',
        nodeActionConfig: {
          to: '{{customer.phone_number}}',
          body: 'Your order from {{pickup_business_name}} arrives soon. Please be there to receive it.',
          oncePerOrder: true,
        },
      },
    ],
  }),
  defineTemplate({
    id: 'flag-late-delivery',
    name: 'Flag late deliveries',
    description: 'Flags a delivery that is not complete 15 minutes after the dropoff window.',
    trigger: { eventName: 'order_dropoff_end_time', direction: 'after', offset_minutes: 15 },
    steps: [
      {
        nodeKey: 'not-delivered',
        nodeLabel: 'Not delivered',
        nodeFilterConfig: [
          {
            field: 'delivery.status',
            operator: 'not_in',
            value: ['dropoff_complete', 'returned', 'failed', 'expired'],
          },
        ],
      },
      {
        nodeKey: 'flag',
        nodeLabel: 'Flag the delivery',
        nodeAction: 'flag_delivery',
        nodeActionConfig: { message: 'Not delivered 15 minutes after the window.', autoResolve: true },
      },
    ],
  }),
  defineTemplate({
    id: 'reassign-when-provider-cancels',
    name: 'Reassign when a provider cancels',
    description: 'Offers the delivery to the next provider when the one that had it gives it up.',
    trigger: { eventName: 'delivery.status_updated', deliveryStatuses: ['canceled_by_provider'] },
    steps: [
      {
        nodeKey: 'reassign',
        nodeLabel: 'Offer it to the next provider',
        nodeAction: 'auto_reassign',
        nodeActionConfig: { reason: 'The provider canceled.' },
      },
    ],
  }),
  defineTemplate({
    id: 'text-on-arrival',
    name: 'Text the recipient on arrival',
    description: 'Tells the recipient that the courier is at the door.',
    trigger: { eventName: 'delivery.status_updated', deliveryStatuses: ['dropoff_arrived'] },
    steps: [
      {
        nodeKey: 'text',
        nodeLabel: 'Text the recipient',
        nodeAction: 'send_sms',
        nodeActionConfig: {
          to: '{{customer.phone_number}}',
          body: 'Your courier {{driver.name}} has arrived with your order from {{pickup_business_name}}.',
          oncePerOrder: true,
        },
      },
    ],
  }),
  defineTemplate({
    id: 'apologize-for-failed-delivery',
    name: 'Apologize for a failed delivery',
    description: 'Emails the recipient when the delivery failed or expired.',
    trigger: { eventName: 'delivery.status_updated', deliveryStatuses: ['failed', 'expired'] },
    steps: [
      {
        nodeKey: 'email',
        nodeLabel: 'Email the recipient',
        nodeAction: 'send_email',
        nodeActionConfig: {
          to: '{{customer.email}}',
          subject: 'We could not deliver your order',
          body: 'Hello {{customer.first_name}}, we are sorry that your order did not arrive. We will be in touch shortly.',
          oncePerOrder: true,
        },
      },
    ],
  }),
];
