import type { Shipment } from './shipment.ts';

/** What a provider can carry. Packages that ask for more are not offered to it. */
export interface ProviderCapabilities {
  /** Vehicle sizes it has; `'any'` = whatever is asked for. */
  readonly vehicleSizes: 'any' | readonly string[];
  /** Package requirements it fulfils, as `photo_proof_of_delivery`; `'any'` = all. */
  readonly requirements: 'any' | readonly string[];
}

/** How long a provider may take to answer, in milliseconds. What takes longer counts as an outage. */
export interface ProviderTimeLimits {
  readonly quoteMs: number;
  readonly createMs: number;
  readonly updateMs: number;
  readonly cancelMs: number;
  readonly refreshMs: number;
}

/** A definite "no". `permanent` = asking again for the same thing cannot help. */
export interface ProviderRefusal {
  readonly outcome: 'refused';
  /** For people: becomes the task's `failureReason` or the failed quote's `errorMessage`. */
  readonly reason: string;
  readonly permanent: boolean;
}

/** Shorthand for a refusal. */
export function refused(reason: string, permanent = true): ProviderRefusal {
  return { outcome: 'refused', reason, permanent };
}

/** What every call carries. */
export interface ProviderCall {
  readonly organizationId: string;
  /** Aborted when the time limit is over. */
  readonly signal: AbortSignal;
}

/** Asks what a delivery would cost. */
export interface QuoteRequest extends ProviderCall {
  readonly shipment: Shipment;
}

/** Asks what a batch would cost: all of it, carried by one provider. */
export interface BatchQuoteRequest extends ProviderCall {
  /** `bth_...`: `create` names it again with each package. */
  readonly batchId: string;
  readonly shipments: readonly Shipment[];
}

/** A price. Amounts in minor units of `currency`; what the provider does not say is absent. */
export interface ProviderQuote {
  readonly outcome: 'quoted';
  readonly priceCents: number;
  /** That of the shipment: a price in another one can not be compared, and counts as no quote. */
  readonly currency: string;
  readonly taxAmountCents?: number;
  readonly tollFeeCents?: number;
  /** Fee of the service itself. */
  readonly serviceFeeCents?: number;
  readonly insuranceFeeCents?: number;
  /** When the courier comes to the pickup: an instant. */
  readonly pickupEta?: string;
  /** When the package arrives: an instant. */
  readonly dropoffEta?: string;
  /** The price does not hold after this instant; it never holds longer than the service's own quote life. */
  readonly expireTime?: string;
  /** The provider's own name of the offer, given back on `create`. */
  readonly providerQuoteId?: string;
}

/** Identifies one attempt at a provider, also before the provider named it. */
export interface AttemptRef extends ProviderCall {
  /** The task's id: one per attempt, the same in every call about it. */
  readonly idempotencyKey: string;
  /** The provider's id of the delivery; null while the answer to `create` is not known. */
  readonly providerDeliveryId: string | null;
}

/** Hands a delivery over. Sent again with the same key when the answer got lost. */
export interface CreateRequest extends ProviderCall {
  readonly idempotencyKey: string;
  readonly jobId: string;
  readonly taskId: string;
  readonly deliveryId: string;
  readonly shipment: Shipment;
  /** Of a package that goes out with others: their batch, its place in it from 1, and how many they are. */
  readonly batch?: { readonly id: string; readonly position: number; readonly size: number };
  /** The quote that was selected, when there was one. */
  readonly quote: {
    readonly id: string;
    readonly priceCents: number;
    readonly providerQuoteId: string | null;
  } | null;
}

/** The provider took the delivery and holds it from now on. */
export interface ProviderAcceptance {
  readonly outcome: 'accepted';
  readonly providerDeliveryId: string;
  readonly providerBatchId?: string;
  readonly trackingUrl?: string;
  readonly pickupEta?: string;
  readonly dropoffEta?: string;
}

/** Changes a delivery that the provider holds. */
export interface UpdateRequest extends AttemptRef {
  readonly shipment: Shipment;
}

/** Takes a delivery back. */
export interface CancelRequest extends AttemptRef {
  readonly reason: string;
}

/** A photo, a signature or a scanned barcode. */
export type Proof =
  | { readonly podType: string; readonly imageUrl: string }
  | { readonly podType: string; readonly value: string; readonly status: string };

/** News of one delivery in the service's own words: what `PATCH /v1/fleet/deliveries` carries (contract-facts 11.1). */
export interface ProviderUpdate {
  /** The service's delivery id, when the provider was told it. */
  readonly deliveryId?: string;
  readonly providerDeliveryId?: string;
  /** A delivery status. */
  readonly status?: string;
  /** When it happened, an instant; absent = on receipt. */
  readonly occurredAt?: string;
  readonly coordinates?: { readonly latitude: number; readonly longitude: number };
  readonly courier?: {
    readonly name?: string;
    readonly phoneNumber?: string;
    readonly pickupPhoneNumber?: string;
    readonly dropoffPhoneNumber?: string;
    readonly profileImageUrl?: string;
    readonly externalId?: string;
    readonly vehicle?: Readonly<Record<string, string>>;
  };
  /** Instants. */
  readonly pickupEta?: string;
  readonly dropoffEta?: string;
  /** Fees that came up on the way, in cents. */
  readonly waitFeeCents?: number;
  readonly waitTimeMinutes?: number;
  readonly cancellationFeeCents?: number;
  readonly returnFeeCents?: number;
  readonly otherProviderFees?: Readonly<Record<string, number>>;
  readonly pickedItems?: readonly Readonly<Record<string, unknown>>[];
  readonly failure?: { readonly code: string; readonly reason?: string };
  readonly proofOfDelivery?: readonly Proof[];
}

/** One text that a carrier gives its customers to call it with. */
export interface CredentialField {
  readonly field: string;
  /** A noun phrase: what it is and where the carrier shows it. */
  readonly summary: string;
  readonly isOptional?: boolean;
}

/** A message of a provider as it came over HTTP. */
export interface IncomingMessage {
  readonly organizationId: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it was sent: signatures are made over it. */
  readonly rawBody: string;
}

/**
 * How news of a delivery comes. `reported`: by other ways, as the fleet endpoints. `pushed`: the provider sends messages,
 * and is asked now and then in case one got lost. `polled`: it sends none and is asked as often as is useful.
 */
export type NewsWay = 'reported' | 'pushed' | 'polled';

/** What a provider knows of an attempt. */
export type ProviderState =
  | {
      readonly outcome: 'known';
      readonly providerDeliveryId: string;
      readonly updates: readonly ProviderUpdate[];
    }
  /** It never took it, refused it or let go of it. */
  | { readonly outcome: 'unknown' };

/**
 * A carrier or fleet behind the one interface. Calls return definite answers; an outage, a time-out or a 5xx is thrown,
 * and then nothing is known of the effect: the same key is sent again.
 *
 * What an adapter owes, checked by the conformance suite:
 * - `create` with a key that was answered before gives the same answer and has no second effect;
 * - `cancel` of a key that it never saw is `canceled`, and a `create` with that key that arrives later is refused;
 * - `cancel` of what is cancelled or ended already is `canceled`.
 */
export interface Provider {
  /** Stable id, `prv_` and letters, digits or `_`. */
  readonly id: string;
  /** Stable name, shown to users and accepted wherever a provider is named. */
  readonly name: string;
  readonly logo: string | null;
  /** True for the organization's own fleet. */
  readonly isInternal: boolean;
  /** Simulated: no real courier, and `POST /v1/deliveries/{id}/simulate` works on it. */
  readonly isSimulator: boolean;
  /** Only organizations that have given credentials for it can use it. */
  readonly needsAccount: boolean;
  /** The credentials of an account, by the names under which they are sent. */
  readonly credentialFields?: readonly CredentialField[];
  readonly news: NewsWay;
  readonly capabilities: ProviderCapabilities;
  readonly timeLimits: ProviderTimeLimits;
  quote(request: QuoteRequest): Promise<ProviderQuote | ProviderRefusal>;
  /** The price of several packages together. Without it each is asked for on its own, and the prices are added up. */
  quoteBatch?(request: BatchQuoteRequest): Promise<ProviderQuote | ProviderRefusal>;
  create(request: CreateRequest): Promise<ProviderAcceptance | ProviderRefusal>;
  update(request: UpdateRequest): Promise<{ readonly outcome: 'updated' } | ProviderRefusal>;
  /** `refused` = the provider still holds it, as when the package is in the courier's hands. */
  cancel(request: CancelRequest): Promise<{ readonly outcome: 'canceled' } | ProviderRefusal>;
  refresh(request: AttemptRef): Promise<ProviderState>;
  /** Whether a message comes from the provider, by its own signature. Absent = it sends no messages. */
  authenticate?(message: IncomingMessage): Promise<boolean>;
  /** Reads a message of the provider's own kind; empty when it carries nothing about a delivery. Never throws. */
  normalize(incoming: unknown): readonly ProviderUpdate[];
}

const DEFAULT_TIME_LIMITS: ProviderTimeLimits = Object.freeze({
  quoteMs: 5_000,
  createMs: 10_000,
  updateMs: 10_000,
  cancelMs: 10_000,
  refreshMs: 10_000,
});

/** What `defineProvider` takes: the provider, with what is usual left out. */
export type ProviderDefinition = Omit<
  Provider,
  'logo' | 'isInternal' | 'isSimulator' | 'needsAccount' | 'news' | 'capabilities' | 'timeLimits'
> &
  Partial<
    Pick<Provider, 'logo' | 'isInternal' | 'isSimulator' | 'needsAccount' | 'news' | 'capabilities'>
  > & {
    readonly timeLimits?: Partial<ProviderTimeLimits>;
  };

/** Defines a provider. Throws when its id is not of the form `prv_...`. */
export function defineProvider(definition: ProviderDefinition): Provider {
  if (!/^prv_[A-Za-z0-9_]+$/.test(definition.id)) throw new Error(`"${definition.id}" is not a provider id.`);
  return Object.freeze({
    logo: null,
    isInternal: false,
    isSimulator: false,
    needsAccount: false,
    news: 'polled' as const,
    capabilities: Object.freeze({ vehicleSizes: 'any' as const, requirements: 'any' as const }),
    ...definition,
    timeLimits: Object.freeze({ ...DEFAULT_TIME_LIMITS, ...definition.timeLimits }),
  });
}
