import * as z from 'zod';
import {
  driverDisabled,
  INVITATION_HOURS,
  inviteDriver as invite,
  tooManyPhones,
} from '../../../lib/fleet/driver-app/index.ts';
import { fleetNotFound } from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { digest } from '../../../lib/platform/core/ids.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, optional } from '../../../lib/platform/http/index.ts';
import { readOrganization } from '../../../lib/platform/organization/index.ts';
import { INVITATION_CHANNELS, sendInvitation } from '../../compose/send-invitation.ts';
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
    `Makes a code that signs the driver in on one phone within ${INVITATION_HOURS} hours. Its link can be sent to the driver, and shown ` +
    'as a QR code. The reply and the message are the only places where it is shown.',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  body: z
    .object({
      courierId,
      sendBy: optional(z.enum(INVITATION_CHANNELS)).meta({
        description:
          "Sends the link to the driver: by text to the driver's phone number, or by e-mail to `email`. Left out = it is only in the reply.",
      }),
      email: optional(z.email().max(254)).meta({ description: 'Address for `sendBy: email`.' }),
    })
    .refine(({ sendBy, email }) => (sendBy === 'email') === (email !== undefined), {
      path: ['email'],
      error: 'belongs to `sendBy: email`. Send both or neither',
    }),
  bodyExample: { courierId: phoneExample.courierId, sendBy: 'sms' },
  isConfidential: true,
  isNoTool: true,
  reply: z.object({
    courierId: z.string(),
    code: z.string().meta({ description: 'For POST /v1/driver-phones/sign-in.' }),
    expiresAt: instantReply,
    sentTo: z.string().nullable().meta({ description: 'Where the link was sent; null = nowhere.' }),
    sendError: z.string().nullable().meta({
      description:
        'Why it could not be sent. The code works all the same: show it, or invite the driver again.',
    }),
  }),
  replyExample: {
    courierId: phoneExample.courierId,
    code: 'org_1.cou_2.dos_Gj3',
    expiresAt: '2026-03-07T01:11:51.000Z',
    sentTo: '+14155550123',
    sendError: null,
  },
  refusals: [fleetNotFound, driverDisabled, tooManyPhones, contentionOver('driver phone')],
  async handle({ input: { body }, ctx }) {
    const invited = await invite(ctx, editorOf(ctx), body.courierId);
    if (isRefusal(invited)) return invited;
    const { driver, ...invitation } = invited;
    const { sendBy: channel } = body;
    if (!channel) return { ...invitation, sentTo: null, sendError: null };
    const { organizationId } = ctx;
    const { value: organization } = await readOrganization(ctx, organizationId);
    const recipient = body.email ?? driver.phoneNumber;
    const handover = await sendInvitation(
      ctx.senders,
      { channel, recipient },
      {
        id: digest(invitation.code),
        organizationId,
        organizationName: organization.name,
        firstName: driver.firstName,
        code: invitation.code,
      },
    );
    if (handover.outcome === 'sent') return { ...invitation, sentTo: recipient, sendError: null };
    const sendError =
      'error' in handover ? handover.error : 'Too many messages go out. Try again in a minute.';
    return { ...invitation, sentTo: null, sendError };
  },
});
