import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { MESSAGE_TIME_LIMITS } from '../../../platform/core/aws-time-limits.ts';
import type { ChannelAdapter, Handover } from './define-channel.ts';

/** Errors of the service for which a retry does not help. */
const FINAL = new Set(['ValidationException', 'ConflictException', 'ResourceNotFoundException']);

/** Text messages by End User Messaging. `origin` is a phone number, sender id or pool of the account. */
export function textChannel(
  {
    origin,
    configurationSet,
  }: { readonly origin?: string | undefined; readonly configurationSet?: string | undefined },
  client = new PinpointSMSVoiceV2Client(MESSAGE_TIME_LIMITS),
): ChannelAdapter {
  return Object.freeze({
    channel: 'sms' as const,
    async send({ recipient, body, id, organizationId }): Promise<Handover> {
      try {
        const reply = await client.send(
          new SendTextMessageCommand({
            DestinationPhoneNumber: recipient,
            MessageBody: body,
            MessageType: 'TRANSACTIONAL',
            Context: { notification: id, organization: organizationId },
            ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
            ...(origin === undefined ? {} : { OriginationIdentity: origin }),
          }),
        );
        return { outcome: 'sent', receipt: reply.MessageId ?? null };
      } catch (error) {
        const { name, message } = error as Error;
        return { outcome: FINAL.has(name) ? 'refused' : 'unavailable', error: `${name}: ${message}` };
      }
    },
  } satisfies ChannelAdapter);
}
