import type { Channel } from '../destinations/destination.ts';

/** A message in the form of a channel. */
export interface OutgoingMessage {
  readonly organizationId: string;
  /** Its destination; null for a message to one person. */
  readonly destinationId: string | null;
  /** The same for every attempt, for channels that support idempotency keys. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  /** For an e-mail with a template. */
  readonly html: string | null;
  /** The recipient may unsubscribe with one click. */
  readonly isUnsubscribable: boolean;
}

/**
 * Result of sending a message. `refused` is final: the recipient does not exist or is not accepted. `unavailable` is
 * retried. `later` was not tried, because the channel or the recipient is getting too many messages at the moment.
 */
export type Handover =
  | { readonly outcome: 'sent'; readonly receipt: string | null }
  | { readonly outcome: 'refused' | 'unavailable'; readonly error: string }
  | { readonly outcome: 'later'; readonly afterMs: number };

/** An adapter of one channel. Never throws: a failure is an outcome. */
export interface ChannelAdapter {
  readonly channel: Channel;
  send(message: OutgoingMessage): Promise<Handover>;
}
