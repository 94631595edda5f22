import * as z from 'zod';
import { callUnknown, connectCall as connect, ENDS } from '../../../lib/fleet/driver-app/index.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import { phoneExample } from './phone-schemas.ts';

/** POST /v1/driver-phones/calls */
export const connectDriverCall = phoneEndpoint({
  name: 'connectDriverCall',
  method: 'POST',
  path: '/v1/driver-phones/calls',
  area: "Driver's app",
  summary: "Connect a driver's call",
  description:
    'For your phone system, where drivers call the number of the preference `driverCallNumber` in the place of those of stores and ' +
    'recipients: whom to connect. The call becomes a part of the timeline of the delivery, as `delivery.masked_call`. Drivers ' +
    'reach only contacts of packages that they have.',
  permission: 'WRITE_DELIVERY',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  isConfidential: true,
  isNoTool: true,
  body: z.object({
    from: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'is not a phone number such as +14155550100')
      .meta({ description: 'Phone number of the driver who calls.' }),
    extension: z
      .string()
      .regex(/^\d{8}$/, 'is not an extension of 8 digits')
      .meta({ description: 'What the phone dialed after the number.' }),
  }),
  bodyExample: { from: '+14155550142', extension: '48213960' },
  reply: z.object({
    phoneNumber: z.string().meta({ description: 'The contact to connect.' }),
    courierId: z.string(),
    deliveryId: z.string(),
    end: z.enum(ENDS).meta({ description: 'At which end of the way the contact is.' }),
  }),
  replyExample: {
    phoneNumber: '+14155550123',
    courierId: phoneExample.courierId,
    deliveryId: 'dlv_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c1a1',
    end: 'dropoff',
  },
  refusals: [callUnknown],
  handle: ({ input: { body }, ctx }) => connect(ctx, editorOf(ctx), body),
});
