import type { KeyOfKind, PayloadOf } from '../../../engines/workflows/index.ts';
import { usersOfRole } from '../../../people/tenancy/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type DirectMessage, readSettings } from '../../notifications/index.ts';

/** Slug of an action whose effect is a message. */
export type MessageKey = KeyOfKind<'message'>;

/** A message to one audience through one channel. */
export type Addressed = Pick<DirectMessage, 'destination' | 'channel' | 'recipients' | 'subject' | 'body'>;

/** Who gets the messages of an action, and what they say. */
type Composer<Key extends MessageKey> = (
  deps: CoreDeps,
  organizationId: string,
  payload: PayloadOf<Key>,
) => readonly Addressed[] | Promise<readonly Addressed[]>;

/** What is sent for every action whose effect is a message. */
export const composers: { readonly [Key in MessageKey]: Composer<Key> } = {
  send_email: (_deps, _organizationId, { recipients, subject, body }) => [
    {
      destination: null,
      channel: 'email',
      recipients: addressesOf(recipients),
      subject: subject || null,
      body,
    },
  ],
  send_sms: (_deps, _organizationId, { recipients, body }) => [
    { destination: null, channel: 'sms', recipients: addressesOf(recipients), subject: null, body },
  ],
  send_slack: (_deps, _organizationId, { channel, body }) => [
    { destination: null, channel: 'slack', recipients: [channel], subject: null, body },
  ],
  send_teams_channel_message: (_deps, _organizationId, { channel, body }) => [
    { destination: null, channel: 'teams', recipients: [channel], subject: null, body },
  ],
  // By e-mail, the channel that everybody has.
  async send_to_role(deps, organizationId, { roleId, subject, body }) {
    const users = await usersOfRole(deps, organizationId, roleId);
    const recipients = users.map(({ email }) => email);
    return [{ destination: null, channel: 'email', recipients, subject: subject || null, body }];
  },
  async send_to_destinations(deps, organizationId, { destinationIds, subject, body }) {
    const { destinations } = await readSettings(deps, organizationId);
    return destinations
      .map(({ value }) => value)
      .filter(({ id }) => destinationIds.includes(id))
      .flatMap((destination) =>
        destination.channels.map(({ type: channel, recipients, message, subject: own }) => ({
          destination,
          channel,
          recipients,
          // A step without a message of its own sends that of the destination.
          subject: subject || own,
          body: body || (message ?? ''),
        })),
      );
  },
};

function addressesOf(recipients: PayloadOf<'send_email'>['recipients']): readonly string[] {
  return recipients.map(({ address }) => address);
}
