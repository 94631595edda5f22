import { INVITATION_HOURS } from '../../lib/fleet/driver-app/index.ts';
import { driverAppUrl } from '../../lib/platform/core/links.ts';
import type { ChannelAdapter, Handover } from '../../lib/reactions/notifications/index.ts';

/** How an invitation reaches its driver. */
export const INVITATION_CHANNELS = ['sms', 'email'] as const;
export type InvitationChannel = (typeof INVITATION_CHANNELS)[number];

/** The channels of invitations. */
export type InvitationSenders = Readonly<Record<InvitationChannel, () => ChannelAdapter>>;

/**
 * Sends the link of an invitation to its driver, at once and without a record: who could read the message later could sign in as
 * the driver.
 */
export function sendInvitation(
  senders: InvitationSenders,
  to: { readonly channel: InvitationChannel; readonly recipient: string },
  invitation: {
    readonly id: string;
    readonly organizationId: string;
    readonly organizationName: string;
    readonly firstName: string;
    readonly code: string;
  },
): Promise<Handover> {
  const { id, organizationId, organizationName, firstName, code } = invitation;
  const hello = `${firstName}, ${organizationName} invites you to its driver's app.`;
  const how = `Open this link on your phone within ${INVITATION_HOURS} hours; it works once:`;
  return senders[to.channel]().send({
    organizationId,
    destinationId: null,
    id,
    recipient: to.recipient,
    subject: to.channel === 'email' ? `The driver's app of ${organizationName}` : null,
    body: [hello, how, `${driverAppUrl()}#code=${code}`].join(to.channel === 'email' ? '\n\n' : ' '),
    html: null,
    isUnsubscribable: false,
  });
}
