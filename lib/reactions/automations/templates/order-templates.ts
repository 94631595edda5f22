import { defineTemplate } from './define-template.ts';

/** Templates for incoming orders. */
export const orderTemplates = [
  defineTemplate({
    id: 'require-recipient-phone',
    name: "Require the recipient's phone number",
    description: 'Marks an order without a phone number at the dropoff as needing attention.',
    trigger: { eventName: 'order.validating' },
    steps: [
      {
        nodeKey: 'no-phone',
        nodeLabel: 'No phone number',
        nodeFilterConfig: [{ field: 'order.dropoffPhoneNumber', operator: 'is_missing' }],
      },
      {
        nodeKey: 'mark',
        nodeLabel: 'Mark the order invalid',
        nodeAction: 'add_validation_error',
        nodeActionConfig: {
          field: 'dropoffPhoneNumber',
          message: 'Couriers must be able to call the recipient. Add a phone number.',
        },
      },
    ],
  }),
  defineTemplate({
    id: 'minimum-tip',
    name: 'Give every order a minimum tip',
    description: 'Raises a tip below 2.00 to 2.00. Higher tips stay as they are.',
    trigger: { eventName: 'order.creating' },
    steps: [
      {
        nodeKey: 'tip',
        nodeLabel: 'At least 2.00',
        nodeAction: 'modify_order_price_or_tip',
        nodeActionConfig: { target: 'tip', operation: 'at_least', amountCents: 200 },
      },
    ],
  }),
  defineTemplate({
    id: 'default-dropoff-instructions',
    name: 'Fill in missing dropoff instructions',
    description: 'Tells the courier what to do where the order says nothing.',
    trigger: { eventName: 'order.creating' },
    steps: [
      {
        nodeKey: 'instructions',
        nodeLabel: 'Standard instructions',
        nodeAction: 'modify_order_instructions',
        nodeActionConfig: {
          target: 'dropoff_instructions',
          mode: 'only_when_missing',
          text: 'Ring the bell and hand the order to the recipient. Leave nothing unattended.',
        },
      },
    ],
  }),
  defineTemplate({
    id: 'protect-high-value-orders',
    name: 'Protect high-value orders',
    description: 'Asks for a signature on orders worth 500.00 or more and tags them.',
    trigger: { eventName: 'order.created' },
    steps: [
      {
        nodeKey: 'valuable',
        nodeLabel: 'Worth 500.00 or more',
        nodeFilterConfig: [
          { field: 'order.valueCents', operator: 'greater_than_or_equal_to', value: 50_000 },
        ],
      },
      {
        nodeKey: 'signature',
        nodeLabel: 'Ask for a signature',
        nodeAction: 'add_requirements',
        nodeActionConfig: { requirements: ['signature_proof_of_delivery'] },
      },
      { nodeKey: 'tag', nodeAction: 'add_tag', nodeActionConfig: { tag: 'high-value' } },
    ],
  }),
  defineTemplate({
    id: 'check-age-for-alcohol',
    name: 'Check the age for alcohol',
    description: 'Adds the age check to every order that is tagged "alcohol".',
    trigger: { eventName: 'order.created' },
    steps: [
      {
        nodeKey: 'alcohol',
        nodeLabel: 'Tagged "alcohol"',
        nodeFilterConfig: [{ field: 'order.tags', operator: 'contains', value: 'alcohol' }],
      },
      {
        nodeKey: 'check',
        nodeLabel: 'Check the age',
        nodeAction: 'add_requirements',
        nodeActionConfig: { requirements: ['age_verification_on_delivery'] },
      },
    ],
  }),
];
