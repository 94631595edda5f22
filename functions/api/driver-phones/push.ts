import * as z from 'zod';
import {
  phoneNotFound,
  pushSubscription,
  pushUnusable,
  setPush,
} from '../../../lib/fleet/driver-app/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { phoneOf } from '../../compose/phone-of.ts';
import { phoneEndpoint } from './deps.ts';
import { phoneExample, phoneReply, renderPhone } from './phone-schemas.ts';

const common = {
  area: "Driver's app",
  path: '/v1/driver-phones/push',
  permission: 'DRIVE',
  forLimited: 'refused',
  isNoTool: true,
} as const;

const publicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

/** GET /v1/driver-phones/push */
export const getPushKey = phoneEndpoint({
  ...common,
  name: 'getPushKey',
  method: 'GET',
  summary: 'Get the key for push messages',
  description: 'The `applicationServerKey` with which a phone subscribes at its push service.',
  reply: z.object({ publicKey: z.string() }),
  replyExample: { publicKey },
  refusals: [],
  handle: async ({ ctx }) => ({ publicKey: (await ctx.pushKeys()).publicKey }),
});

/** PUT /v1/driver-phones/push */
export const setPhonePush = phoneEndpoint({
  ...common,
  name: 'setPhonePush',
  method: 'PUT',
  summary: 'Set where a phone gets push messages',
  description:
    'Offers, new and changed work and messages are then announced while the app is closed. A push message says only which of these it ' +
    'is, and is encrypted for the phone. A subscription that the push service no longer knows is dropped.',
  body: z.object({
    subscription: z
      .object({
        endpoint: pushSubscription.shape.endpoint.meta({
          description: "Address at the phone's push service.",
        }),
        keys: z
          .object({
            p256dh: pushSubscription.shape.keys.shape.p256dh.meta({
              description: 'Public key of the phone.',
            }),
            auth: pushSubscription.shape.keys.shape.auth.meta({ description: 'Secret of the subscription.' }),
          })
          .meta({ description: 'For whom messages are encrypted.' }),
      })
      .nullable()
      .meta({ description: '`PushSubscription.toJSON()`; null = no more push messages.' }),
  }),
  bodyExample: {
    subscription: {
      endpoint: 'https://push.example.com/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
  reply: phoneReply,
  replyExample: { ...phoneExample, getsPush: true },
  refusals: [phoneNotFound, pushUnusable, contentionOver('driver phone')],
  async handle({ input: { body }, ctx }) {
    const phone = await setPush(ctx, phoneOf(ctx), body.subscription);
    return isRefusal(phone) ? phone : renderPhone(phone);
  },
});
