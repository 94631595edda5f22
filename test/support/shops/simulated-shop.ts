/** A message of a simulated shop as it sends it. */
export interface SimulatedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An order as a test describes it, whatever shop it is in. */
export interface ShopSale {
  readonly id: number;
  /** Seconds since the order was placed: the shop's own time of its last change. */
  readonly changed: number;
  readonly note?: string | undefined;
  readonly lines?: readonly {
    readonly id: number;
    readonly title: string;
    readonly quantity: number;
    readonly grams: number;
  }[];
}

/** What the shop got to know about an order. */
export interface ToldAbout {
  /** How often its customer was told, each time with the link. */
  readonly links: readonly string[];
  readonly isDelivered: boolean;
}

/** A shop as awkward as the real one: it repeats, forgets fields, limits calls and fails. */
export interface SimulatedShop {
  /** `adapter` and what else connects it. */
  connection(): object;
  /** The secret of its messages, for one that takes the secret of the connection. */
  secretIs(secret: string): void;
  placed(sale: ShopSale): SimulatedMessage;
  changed(sale: ShopSale): SimulatedMessage;
  cancelled(sale: ShopSale): SimulatedMessage;
  refundedInFull(sale: ShopSale): SimulatedMessage;
  /** An order of which only what no shop leaves out is there. */
  bare(sale: ShopSale): SimulatedMessage;
  /** An order that is not delivered to the customer. */
  pickedUp(sale: ShopSale): SimulatedMessage;
  /** A message of another kind. */
  other(): SimulatedMessage;
  /** The next calls fail in turn: over the limit, broken, without an answer. */
  failNext(...faults: readonly ('limit' | 'broken' | 'hang-up')[]): void;
  about(id: number): ToldAbout;
  /** Calls that it answered or refused. */
  readonly calls: readonly string[];
  stop(): Promise<void>;
}

/** Where the customers of simulated shops live. */
export const CUSTOMER = Object.freeze({
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '+14155550199',
  email: 'ada@example.com',
  street: '901 Market Street',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
});

/** What is in an order unless the test says otherwise. */
export const LINES: NonNullable<ShopSale['lines']> = Object.freeze([
  { id: 11, title: 'Rye bread', quantity: 2, grams: 1_000 },
  { id: 12, title: 'Bun', quantity: 3, grams: 80 },
]);

/** The time of the shop, some seconds after the order was placed. */
export function shopTime(seconds: number): string {
  return new Date(Date.parse('2026-03-02T08:00:00Z') + seconds * 1000).toISOString().replace('.000', '');
}
