import { SendWhatsAppMessageCommand, SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { MESSAGE_TIME_LIMITS } from '../../../platform/core/aws-time-limits.ts';
import type { ChannelAdapter, Handover } from './define-channel.ts';

/** Version of the message format that the channel speaks. */
const META_API_VERSION = 'v20.0';

/** Errors of the service for which a retry does not help. */
const FINAL = new Set(['InvalidParametersException', 'ValidationException', 'ResourceNotFoundException']);

/** WhatsApp by End User Messaging Social. `origin` is the id of the account's phone number. */
export function whatsappChannel(
  origin: string | undefined,
  client = new SocialMessagingClient(MESSAGE_TIME_LIMITS),
): ChannelAdapter {
  return Object.freeze({
    channel: 'whatsapp' as const,
    async send({ recipient, body }): Promise<Handover> {
      if (origin === undefined)
        return { outcome: 'refused', error: 'This installation has no WhatsApp number.' };
      const content = {
        messaging_product: 'whatsapp',
        to: recipient,
        type: 'text',
        text: { preview_url: true, body },
      };
      try {
        const reply = await client.send(
          new SendWhatsAppMessageCommand({
            originationPhoneNumberId: origin,
            metaApiVersion: META_API_VERSION,
            message: new TextEncoder().encode(JSON.stringify(content)),
          }),
        );
        return { outcome: 'sent', receipt: reply.messageId ?? null };
      } catch (error) {
        const { name, message } = error as Error;
        return { outcome: FINAL.has(name) ? 'refused' : 'unavailable', error: `${name}: ${message}` };
      }
    },
  } satisfies ChannelAdapter);
}
