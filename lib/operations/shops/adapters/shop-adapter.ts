import type { Credentials } from '../../../fulfilment/providers/accounts/index.ts';
import type { RowFields } from '../../bulk/index.ts';
import type { Shop, ShopAdapterId } from '../shop.ts';
import type { CallShop, ShopNotice, Told } from './shop-calls.ts';

/** A message as a shop sent it. */
export interface ShopRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: string;
}

/** What is known of a message before it is read. */
export interface Envelope {
  /** The sender's id of the message, the same when it sends it again; undefined = the content decides. */
  readonly deliveryId: string | undefined;
  /** What the message says it is about, such as `orders/create`; empty when only its content says so. */
  readonly topic: string;
}

/** Something wrong with a message, and where. */
export interface NewsProblem {
  readonly field: string;
  readonly message: string;
}

/** A line of the shop's order as an item of the order here. */
export interface NewsLine {
  /** The shop's id of the line, by which refunds name it. */
  readonly lineId: string;
  readonly item: RowFields & { readonly count?: number | undefined };
}

/** When a message says that it happened: milliseconds, or any number that grows; null = when it arrived. */
type Version = number | null;

/** Kinds of news. */
export const NEWS_KINDS = [
  'order',
  'end',
  'refund',
  'nothing',
  'unreadable',
] as const satisfies readonly ShopNews['kind'][];

/** What a message reports. */
export type ShopNews =
  | {
      readonly kind: 'order';
      readonly shopOrderId: string;
      readonly version: Version;
      /** The order as it is now, in the fields of a request; without its lines. */
      readonly fields: RowFields;
      readonly lines: readonly NewsLine[];
    }
  | {
      readonly kind: 'end';
      readonly shopOrderId: string;
      readonly version: Version;
      readonly reason: string;
    }
  | {
      readonly kind: 'refund';
      readonly shopOrderId: string;
      readonly refundId: string;
      readonly version: Version;
      readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
    }
  | { readonly kind: 'nothing'; readonly shopOrderId: string | null; readonly reason: string }
  | {
      readonly kind: 'unreadable';
      readonly shopOrderId: string | null;
      readonly problems: readonly NewsProblem[];
    };

/** The shop's order as it is now. */
export type OrderNews = Extract<ShopNews, { readonly kind: 'order' }>;

/** What reading a message depends on besides its content. */
export interface ReadingContext {
  readonly shop: Pick<Shop, 'mapping'>;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** A stored message as its adapter reads it. */
export interface ReadMessage {
  readonly topic: string;
  readonly body: unknown;
  /** Kilograms by line, as the shop was asked for them. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

/** A credential of a shop. */
export interface ShopCredential {
  readonly field: string;
  readonly summary: string;
  readonly isOptional: boolean;
}

/**
 * A kind of shop: how its messages are proven and read. One frozen value per kind. Reading is pure, so that a stored message
 * gives the same order whenever it is read again.
 */
export interface ShopAdapter {
  readonly id: ShopAdapterId;
  /** `creationSource` of its orders. */
  readonly creationSource: string;
  /** Whether shops of this kind are called, so that they have an address. */
  readonly needsAddress: boolean;
  readonly credentialFields: readonly ShopCredential[];
  /** Whether a message comes from the shop: `secrets` are those that are valid now. */
  isProven(request: ShopRequest, secrets: readonly string[], shop: Shop): boolean;
  /** Whether a request only greets the address when it is entered in the shop; it proves nothing and is not stored. */
  isGreeting?(request: Pick<ShopRequest, 'rawBody'>): boolean;
  envelope(request: ShopRequest, shop: Shop): Envelope;
  read(message: ReadMessage, context: ReadingContext): ShopNews;
  /** Kilograms by line, for shops whose messages have none. Throws without an answer. */
  weigh?(
    call: CallShop,
    shop: Shop,
    credentials: Credentials,
    body: unknown,
  ): Promise<Readonly<Record<string, number>>>;
  /** Tells the shop about a delivery; `unconnected` without an address or keys. Repeating it has no second effect. */
  tell?(
    call: CallShop,
    shop: Shop,
    credentials: Credentials,
    notice: ShopNotice,
  ): Promise<Told | 'unconnected'>;
}

/** The secret of the sender of messages, for shops that choose it themselves. */
export const OWN_SECRET = 'webhookSecret';
