import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { ChannelAdapter, Handover } from './define-channel.ts';
import { toHtml } from './to-html.ts';

/** Errors of SES that a repetition does not cure. */
const FINAL = new Set([
  'MessageRejected',
  'BadRequestException',
  'NotFoundException',
  'MailFromDomainNotVerifiedException',
]);

/** E-mail by SES, as text and as HTML. `from` is a verified address. */
export function emailChannel(from: string, client = new SESv2Client({})): ChannelAdapter {
  return Object.freeze({
    channel: 'email' as const,
    async send({ recipient, subject, body, id }): Promise<Handover> {
      try {
        const reply = await client.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: [recipient] },
            EmailTags: [{ Name: 'notification', Value: id }],
            Content: {
              Simple: {
                Subject: { Data: subject ?? '', Charset: 'UTF-8' },
                Body: {
                  Text: { Data: body, Charset: 'UTF-8' },
                  Html: { Data: toHtml(body), Charset: 'UTF-8' },
                },
              },
            },
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
