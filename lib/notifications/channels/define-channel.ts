import type { Channel } from '../destinations/destination.ts';

/** A message as a channel takes it. */
export interface OutgoingMessage {
  readonly organizationId: string;
  /** The same for every attempt: channels that know idempotency keys are given it. */
  readonly id: string;
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
}

/**
 * How a channel took a message. `refused` is final: the recipient does not exist or is not accepted. `unavailable` is
 * tried again.
 */
export type Handover =
  | { readonly outcome: 'sent'; readonly receipt: string | null }
  | { readonly outcome: 'refused' | 'unavailable'; readonly error: string };

/** An adapter of one channel. Never throws: a failure is an outcome. */
export interface ChannelAdapter {
  readonly channel: Channel;
  send(message: OutgoingMessage): Promise<Handover>;
}
