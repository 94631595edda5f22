import * as z from 'zod';
import {
  driverDisabled,
  invitationInvalid,
  MAX_PHONES,
  PHONE_LIFE_DAYS,
  PHONE_PLATFORMS,
  signInPhone,
  tooManyPhones,
} from '../../../lib/fleet/driver-app/index.ts';
import { APP_VERSION } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import { phoneEndpoint } from './deps.ts';
import { phoneExample, phoneReply, renderPhone } from './phone-schemas.ts';

const body = z.object({
  code: z.string().min(1).max(250).meta({ description: 'Code of the invitation.' }),
  device: z
    .object({
      key: z.string().min(16).max(100).meta({
        description:
          'Random text that the phone makes once and keeps. With the same one, a sign-in whose reply was lost can be repeated.',
      }),
      name: shortText(100).meta({ description: 'Name of the phone, for the list of phones.' }),
      platform: z.enum(PHONE_PLATFORMS).default('other').meta({ description: 'Kind of phone.' }),
      appVersion: optional(z.string().max(40).regex(APP_VERSION, 'is not a version such as 1.4.0')).meta({
        description: 'Version of the app, as `1.4.0`.',
      }),
      language: optional(
        z
          .string()
          .max(35)
          .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'is not a language such as es-MX'),
      ).meta({ description: 'Language of the phone, as `es-MX`.' }),
    })
    .meta({ description: 'What the phone says about itself.' }),
});

/** POST /v1/driver-phones/sign-in */
export const signInDriver = phoneEndpoint({
  name: 'signInDriver',
  method: 'POST',
  path: '/v1/driver-phones/sign-in',
  area: "Driver's app",
  summary: 'Sign a driver in on a phone',
  description:
    "Uses the code of an invitation. The token opens the operations of the driver's app and no others, shows only the " +
    `driver's own work, and lasts ${PHONE_LIFE_DAYS} days; POST /v1/driver-phones/renew puts the end off. A driver can be signed in on ` +
    `${MAX_PHONES} phones.`,
  permission: null,
  forLimited: null,
  isNoTool: true,
  body,
  bodyExample: {
    code: 'org_1.cou_2.dos_Gj3',
    device: { key: '6f0f2c1b9a7d4e58', name: 'Android phone', platform: 'android', appVersion: '1.0.0' },
  },
  reply: z.object({
    token: z.string().meta({ description: 'Send it as `Authorization: Bearer`.' }),
    phone: phoneReply,
    driver: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
    organization: z.object({ id: z.string(), name: z.string() }),
  }),
  replyExample: {
    token: 'dos_Gj3',
    phone: phoneExample,
    driver: { id: phoneExample.courierId, firstName: 'Ana', lastName: 'Ruiz' },
    organization: { id: 'org_1', name: 'Corner Bakery' },
  },
  refusals: [invitationInvalid, driverDisabled, tooManyPhones, contentionOver('driver phone')],
  async handle({ input: { body: sent }, ctx }) {
    const { appVersion = null, language = null, ...device } = sent.device;
    const cause = `request:${ctx.requestId}`;
    const done = await signInPhone(ctx, sent.code, { ...device, appVersion, language }, cause);
    if (isRefusal(done)) return done;
    const { phone, driver, organizationName, token } = done;
    return {
      token,
      phone: renderPhone(phone),
      driver: { id: driver.id, firstName: driver.firstName, lastName: driver.lastName },
      organization: { id: phone.organizationId, name: organizationName },
    };
  },
});
