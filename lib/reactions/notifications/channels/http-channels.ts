import { cutText } from '../../../platform/core/cut-text.ts';
import { isWebAddress } from '../../../platform/core/web-address.ts';
import type { Channel } from '../destinations/destination.ts';
import type { PostToChat } from './chat-api.ts';
import type { ChannelAdapter, Handover, OutgoingMessage } from './define-channel.ts';
import { isPassing } from './is-passing.ts';

/** Posts a message over HTTPS. The webhooks area provides an implementation that checks the destination. */
export interface Poster {
  send(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<{ readonly status?: number; readonly error?: string; readonly body: string }>;
}

/**
 * A message to a team's chat, as blocks: to a URL by its incoming webhook, to the name or id of a channel by
 * the web API.
 */
export function slackChannel(poster: Poster, postToChat: PostToChat): ChannelAdapter {
  const byWebhook = httpChannel(poster, 'slack', blocksOf);
  return Object.freeze({
    channel: 'slack' as const,
    async send(message): Promise<Handover> {
      if (URL.canParse(message.recipient)) return byWebhook.send(message);
      const { organizationId, recipient, id } = message;
      return postToChat(organizationId, { channel: recipient, ...blocksOf(message) }, id);
    },
  } satisfies ChannelAdapter);
}

function blocksOf({ subject, body }: OutgoingMessage) {
  return {
    text: escapeMarkdown(subject ? `${subject}\n${body}` : body),
    blocks: [
      ...(subject ? [{ type: 'header', text: { type: 'plain_text', text: cutText(subject, 150) } }] : []),
      { type: 'section', text: { type: 'mrkdwn', text: cutText(escapeMarkdown(body), 3000) } },
    ],
  };
}

/** A message to a team's channel by its workflow webhook, as an adaptive card. */
export const teamsChannel = (poster: Poster) =>
  httpChannel(poster, 'teams', ({ subject, body }) => ({
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

/** Headers with the signature of a message, as webhooks have them. */
export type SignMessage = (
  message: OutgoingMessage,
  body: string,
) => Promise<Readonly<Record<string, string>>>;

/** A signed message to a URL of the merchant, with its text and its id, by which a repetition can be recognized. */
export const webhookChannel = (poster: Poster, sign: SignMessage) =>
  httpChannel(
    poster,
    'webhook',
    ({ id, subject, body, organizationId }) => ({ id, organizationId, subject, message: body }),
    sign,
  );

function httpChannel(
  poster: Poster,
  channel: Channel,
  content: (message: OutgoingMessage) => Readonly<Record<string, unknown>>,
  sign: SignMessage = async () => ({}),
): ChannelAdapter {
  return Object.freeze({
    channel,
    async send(message: OutgoingMessage): Promise<Handover> {
      if (!isWebAddress(message.recipient)) {
        const shown = cutText(message.recipient, 60);
        return { outcome: 'refused', error: `"${shown}" is not a URL such as https://example.com/hooks.` };
      }
      const text = JSON.stringify(content(message));
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': message.id,
        ...(await sign(message, text)),
      };
      const { status, error, body } = await poster.send(message.recipient, headers, text);
      if (status !== undefined && status >= 200 && status < 300) return { outcome: 'sent', receipt: null };
      return {
        outcome: status === undefined || isPassing(status) ? 'unavailable' : 'refused',
        error: error ?? `The receiver answered ${status}: ${cutText(body, 200)}`,
      };
    },
  });
}

/** The three special characters of the chat's markup. */
function escapeMarkdown(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
