import { cutText } from '../../core/cut-text.ts';
import type { Channel } from '../destinations/destination.ts';
import type { ChannelAdapter, Handover, OutgoingMessage } from './define-channel.ts';

/** Posts a message over HTTPS. The webhooks area provides one that checks the destination. */
export interface Poster {
  send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status?: number; readonly error?: string; readonly body: string }>;
}

/** A message to a team's chat by its incoming webhook, as blocks. */
export const slackChannel = (poster: Poster) =>
  httpChannel('slack', poster, ({ subject, body }) => ({
    text: subject ? `${subject}\n${body}` : body,
    blocks: [
      ...(subject ? [{ type: 'header', text: { type: 'plain_text', text: cutText(subject, 150) } }] : []),
      { type: 'section', text: { type: 'mrkdwn', text: cutText(escapeMarkdown(body), 3000) } },
    ],
  }));

/** A message to a team's channel by its workflow webhook, as an adaptive card. */
export const teamsChannel = (poster: Poster) =>
  httpChannel('teams', poster, ({ subject, body }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...(subject
              ? [{ type: 'TextBlock', text: subject, weight: 'Bolder', size: 'Medium', wrap: true }]
              : []),
            { type: 'TextBlock', text: body, wrap: true },
          ],
        },
      },
    ],
  }));

/** A message to a URL of the merchant, with its text and its id, by which a repetition can be recognized. */
export const webhookChannel = (poster: Poster) =>
  httpChannel('webhook', poster, ({ id, subject, body, organizationId }) => ({
    id,
    organizationId,
    subject,
    message: body,
  }));

function httpChannel(
  channel: Channel,
  poster: Poster,
  content: (message: OutgoingMessage) => Readonly<Record<string, unknown>>,
): ChannelAdapter {
  return Object.freeze({
    channel,
    async send(message: OutgoingMessage): Promise<Handover> {
      const headers = { 'content-type': 'application/json', 'idempotency-key': message.id };
      const { status, error, body } = await poster.send(
        message.recipient,
        headers,
        JSON.stringify(content(message)),
      );
      if (status !== undefined && status >= 200 && status < 300) return { outcome: 'sent', receipt: null };
      const text = error ?? `The receiver answered ${status}: ${cutText(body, 200)}`;
      const isPassing =
        status === undefined || status === 408 || status === 409 || status === 429 || status >= 500;
      return { outcome: isPassing ? 'unavailable' : 'refused', error: text };
    },
  });
}

/** The three special characters of the chat's markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
