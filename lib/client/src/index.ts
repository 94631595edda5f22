import type { Client } from 'openapi-fetch';
import { type Connection, connect } from './connect.ts';
import type { paths, webhooks } from './schema.ts';
import { verify } from './verify.ts';

export type { Connection } from './connect.ts';
export { eachByIterator, eachByOffset } from './pages.ts';
export { ApiError, replyOf } from './reply-of.ts';
export type { components, paths, webhooks } from './schema.ts';

/** A client with every operation of the API, its parameters, bodies and replies. */
export type DeliveryClient = Client<paths>;

/** Connects to the service. */
export function deliveryClient(connection: Connection): DeliveryClient {
  return connect<paths>(connection);
}

type Bodies = {
  [Name in keyof webhooks]: webhooks[Name] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
};

/** A message that a webhook endpoint gets. `type` tells which. */
export type WebhookMessage = Bodies[keyof Bodies];

/**
 * The message of a webhook, verified. `body` is the request's body as it came. Throws when it was not signed with the
 * endpoint's secret within the last five minutes.
 */
export function verifyWebhook(
  body: string,
  headers: Parameters<typeof verify>[1],
  secret: string,
): WebhookMessage {
  return verify<WebhookMessage>(body, headers, secret);
}
