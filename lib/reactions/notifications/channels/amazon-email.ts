import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { MESSAGE_TIME_LIMITS } from '../../../platform/core/aws-time-limits.ts';
import { unsubscribeLink } from '../unsubscribe.ts';
import type { ChannelAdapter, Handover, OutgoingMessage } from './define-channel.ts';
import { toHtml } from './to-html.ts';

/** Errors of SES for which a retry does not help. */
const FINAL = new Set([
  'MessageRejected',
  'BadRequestException',
  'NotFoundException',
  'MailFromDomainNotVerifiedException',
]);

/** E-mail by SES, as text and as HTML. `from` is a verified address. */
export function emailChannel(
  { from, configurationSet }: { readonly from: string; readonly configurationSet?: string | undefined },
  client = new SESv2Client(MESSAGE_TIME_LIMITS),
): ChannelAdapter {
  return Object.freeze({
    channel: 'email' as const,
    async send(message): Promise<Handover> {
      const { recipient, subject, id, organizationId } = message;
      const { text, html, headers } = mailOf(message);
      try {
        const reply = await client.send(
          new SendEmailCommand({
            FromEmailAddress: from,
            Destination: { ToAddresses: [recipient] },
            ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
            EmailTags: [
              { Name: 'notification', Value: id },
              { Name: 'organization', Value: organizationId },
            ],
            Content: {
              Simple: {
                Subject: { Data: subject ?? '', Charset: 'UTF-8' },
                Body: {
                  Text: { Data: text, Charset: 'UTF-8' },
                  Html: { Data: html, Charset: 'UTF-8' },
                },
                Headers: [...headers],
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

/** Text, HTML and headers of an e-mail, with a link to unsubscribe if there is one (RFC 8058). */
function mailOf(message: OutgoingMessage) {
  const { body, isUnsubscribable } = message;
  const html = message.html ?? toHtml(body);
  if (!isUnsubscribable) return { text: body, html, headers: [] };
  const link = unsubscribeLink(message);
  const footer = `<p style="font-size:small"><a href="${link}">Unsubscribe</a></p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return {
    text: `${body}\n\nUnsubscribe: ${link}`,
    html: end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end),
    headers: [
      { Name: 'List-Unsubscribe', Value: `<${link}>` },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    ],
  };
}
