import type { JsonReply, JsonRequest } from '../../../fulfilment/providers/adapter/index.ts';
import { excerpt } from './text-of.ts';

/** Sends a request to a shop. Throws without an answer. */
export type CallShop = (request: Omit<JsonRequest, 'signal'>) => Promise<JsonReply>;

/** News of one of its orders for a shop. */
export interface ShopNotice {
  /** The order left the store, or it arrived. */
  readonly kind: 'under_way' | 'delivered';
  readonly shopOrderId: string;
  readonly orderId: string;
  readonly trackingUrl: string;
  /** Name of the carrier, for the customer. */
  readonly carrier: string;
  readonly at: string;
}

/** That a shop was told, or why not; null = trying again does not help. */
export type Told = 'told' | { readonly error: string; readonly retryAfterMs: number | null };

/** Statuses below 500 after which the same call may succeed later. */
const PASSING = new Set([408, 425, 429]);

/** How long to wait when the shop does not say. Milliseconds. */
const PAUSE_MS = 5_000;

/** What follows from a reply that is not a success. */
export function failedCall({ status, body, retryAfterSeconds }: JsonReply): Exclude<Told, 'told'> {
  const isPassing = status >= 500 || PASSING.has(status);
  const error = `The shop answered ${status}. ${excerpt(body)}`.trim();
  return { error, retryAfterMs: isPassing ? (retryAfterSeconds ?? PAUSE_MS / 1000) * 1000 : null };
}
