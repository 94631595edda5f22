import * as z from 'zod';
import {
  driverDisabled,
  INVITATION_HOURS,
  inviteDriver as invite,
  tooManyPhones,
} from '../../../lib/fleet/driver-app/index.ts';
import { fleetNotFound } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { editorOf, phoneEndpoint } from './deps.ts';
import { courierId, phoneExample } from './phone-schemas.ts';

/** POST /v1/driver-phones/invitations */
export const inviteDriver = phoneEndpoint({
  name: 'inviteDriver',
  method: 'POST',
  path: '/v1/driver-phones/invitations',
  area: "Driver's app",
  summary: "Invite a driver to the driver's app",
  description:
    `Makes a code that signs the driver in on one phone within ${INVITATION_HOURS} hours. Send it to the driver, or show it as a ` +
    'QR code. The reply is the only place where it is shown.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  body: z.object({ courierId }),
  bodyExample: { courierId: phoneExample.courierId },
  isConfidential: true,
  isNoTool: true,
  reply: z.object({
    courierId: z.string(),
    code: z.string().meta({ description: 'For POST /v1/driver-phones/sign-in.' }),
    expiresAt: instantReply,
  }),
  replyExample: {
    courierId: phoneExample.courierId,
    code: 'org_1.cou_2.dos_Gj3',
    expiresAt: '2026-03-07T01:11:51.000Z',
  },
  refusals: [fleetNotFound, driverDisabled, tooManyPhones, contentionOver('driver phone')],
  async handle({ input: { body }, ctx }) {
    const invited = await invite(ctx, editorOf(ctx), body.courierId);
    return isRefusal(invited) ? invited : { ...invited };
  },
});
