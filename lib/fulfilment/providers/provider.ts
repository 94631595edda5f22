import type { Shipment } from './shipment.ts';

/** What a provider can carry. It gets no offers for packages with other requirements. */
export interface ProviderCapabilities {
  /** Its vehicle sizes; `'any'` = all. */
  readonly vehicleSizes: 'any' | readonly string[];
  /** Package requirements that it fulfils, such as `photo_proof_of_delivery`; `'any'` = all. */
  readonly requirements: 'any' | readonly string[];
}

/** Time limits of a provider in milliseconds. A slower answer counts as a failure. */
export interface ProviderTimeLimits {
  readonly quoteMs: number;
  readonly createMs: number;
  readonly updateMs: number;
  readonly cancelMs: number;
  readonly refreshMs: number;
}

/** A definite refusal. `permanent` = asking again for the same thing cannot help. */
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

/** Fields of every call. */
export interface ProviderCall {
  readonly organizationId: string;
  /** Aborted when the time limit expires. */
  readonly signal: AbortSignal;
}

/** Fields of every question for a price. */
interface PriceRequest extends ProviderCall {
  /** The route whose job it is; null for a delivery on its own. */
  readonly routeId: string | null;
  /** The driver to whom a person gives it, who is not yet that of the route; null = nobody was named. */
  readonly driverId: string | null;
}

/** Asks for the price of a delivery. */
export interface QuoteRequest extends PriceRequest {
  readonly shipment: Shipment;
}

/** Asks for the price of a batch, all of it carried by one provider. */
export interface BatchQuoteRequest extends PriceRequest {
  /** `bth_...`: `create` names it again with each package. */
  readonly batchId: string;
  readonly shipments: readonly Shipment[];
}

/** A price. Amounts in minor units of `currency`; missing values are absent. */
export interface ProviderQuote {
  readonly outcome: 'quoted';
  readonly priceCents: number;
  /** The currency of the shipment; a price in another one cannot be compared and does not count. */
  readonly currency: string;
  readonly taxAmountCents?: number;
  readonly tollFeeCents?: number;
  /** Fee of the service itself. */
  readonly serviceFeeCents?: number;
  readonly insuranceFeeCents?: number;
  /** Expected arrival of the courier at the pickup. */
  readonly pickupEta?: string;
  /** Expected arrival of the package. */
  readonly dropoffEta?: string;
  /** Expiry of the price, no later than the service's own limit for quotes. */
  readonly expireTime?: string;
  /** The provider's own id of the offer, sent back with `create`. */
  readonly providerQuoteId?: string;
}

/** Identifies one attempt at a provider, even before the provider gave it an id. */
export interface AttemptRef extends ProviderCall {
  /** The task's id: one per attempt, the same in every call about it. */
  readonly idempotencyKey: string;
  /** The provider's id of the delivery; null until the answer to `create` is known. */
  readonly providerDeliveryId: string | null;
}

/** Hands a delivery over. Repeated with the same key when the answer is lost. */
export interface CreateRequest extends ProviderCall {
  readonly idempotencyKey: string;
  readonly jobId: string;
  readonly taskId: string;
  readonly deliveryId: string;
  readonly shipment: Shipment;
  /** For a package in a batch: the batch, its place in it from 1, and the number of packages. */
  readonly batch?: { readonly id: string; readonly position: number; readonly size: number };
  /** The quote that was selected, when there was one. */
  readonly quote: {
    readonly id: string;
    readonly priceCents: number;
    readonly providerQuoteId: string | null;
  } | null;
}

/** The provider accepted the delivery and has it from now on. */
export interface ProviderAcceptance {
  readonly outcome: 'accepted';
  readonly providerDeliveryId: string;
  readonly providerBatchId?: string;
  readonly trackingUrl?: string;
  readonly pickupEta?: string;
  readonly dropoffEta?: string;
}

/** Changes a delivery that the provider has. */
export interface UpdateRequest extends AttemptRef {
  readonly shipment: Shipment;
  /** The delivery as the provider has it: a change that the provider cannot make is refused. */
  readonly before: Shipment;
}

/** Cancels a delivery. */
export interface CancelRequest extends AttemptRef {
  readonly reason: string;
}

/** A photo, a signature, a scanned barcode, or the check of a recipient's age or document, and where and when it was made. */
export type Proof = (
  | { readonly podType: string; readonly imageUrl: string }
  | { readonly podType: string; readonly value: string; readonly status: string }
  | { readonly podType: string; readonly method: string; readonly status: string }
) & {
  readonly takenAt?: string | undefined;
  readonly coordinates?: { readonly latitude: number; readonly longitude: number } | undefined;
};

/** Conditions in which an item comes back. */
export const ITEM_CONDITIONS = ['good', 'damaged'] as const;

/** How a recipient pays a courier. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const;

/**
 * An update of one delivery in the service's own words: the fields of `PATCH /v1/fleet/deliveries`
 * (contract-facts 11.1) but `pincode`.
 */
export interface ProviderUpdate {
  /** The service's delivery id, when the provider was told it. */
  readonly deliveryId?: string;
  readonly providerDeliveryId?: string;
  /** A delivery status. */
  readonly status?: string;
  /** Time of the update; absent = on receipt. */
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
  /** Additional fees, in cents. */
  readonly waitFeeCents?: number;
  readonly waitTimeMinutes?: number;
  readonly cancellationFeeCents?: number;
  readonly returnFeeCents?: number;
  readonly otherProviderFees?: Readonly<Record<string, number>>;
  readonly pickupNote?: string;
  readonly dropoffNote?: string;
  readonly parkingLocation?: string;
  readonly returnParkingLocation?: string;
  readonly externalDeliveryId?: string;
  readonly pickedItems?: readonly Readonly<Record<string, unknown>>[];
  readonly returnedItems?: readonly Readonly<Record<string, unknown>>[];
  readonly collected?: { readonly amountCents: number; readonly method: string };
  readonly failure?: { readonly code: string; readonly reason?: string };
  readonly proofOfDelivery?: readonly Proof[];
}

/** A text with which a carrier authenticates its customers' calls. */
export interface CredentialField {
  readonly field: string;
  /** A noun phrase: what it is and where the carrier shows it. */
  readonly summary: string;
  readonly isOptional?: boolean;
}

/** A provider's message as received over HTTP. */
export interface IncomingMessage {
  readonly organizationId: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent, for checking signatures. */
  readonly rawBody: string;
}

/**
 * How updates of a delivery arrive. `reported`: in other ways, such as through the fleet endpoints. `pushed`: the
 * provider sends messages, and is polled from time to time in case one was lost. `polled`: it sends none and is polled
 * as often as useful.
 */
export type UpdateSource = 'reported' | 'pushed' | 'polled';

/** A provider's state of an attempt. */
export type ProviderState =
  | {
      readonly outcome: 'known';
      readonly providerDeliveryId: string;
      readonly updates: readonly ProviderUpdate[];
    }
  /** It never accepted it, refused it or gave it back. Twice in a row ends a delivery that it had accepted. */
  | { readonly outcome: 'unknown' };

/**
 * A carrier or fleet behind the common interface. Calls return definite answers; an outage, a time-out or a
 * 5xx is thrown, and then the effect is unknown: the same key is sent again.
 * Obligations of an adapter, checked by the conformance suite:
 * - `create` with a key that was answered before gives the same answer and has no second effect;
 * - `cancel` of an unknown key is `canceled`, and a `create` with that key that arrives later is refused;
 * - `cancel` of a delivery that is already cancelled or ended is `canceled`.
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
  /** Only organizations with credentials for it can use it. */
  readonly needsAccount: boolean;
  /** The credentials of an account, by name. */
  readonly credentialFields?: readonly CredentialField[];
  readonly news: UpdateSource;
  readonly capabilities: ProviderCapabilities;
  readonly timeLimits: ProviderTimeLimits;
  quote(request: QuoteRequest): Promise<ProviderQuote | ProviderRefusal>;
  /** The price of several packages together. Without it each is quoted separately, and the prices are added up. */
  quoteBatch?(request: BatchQuoteRequest): Promise<ProviderQuote | ProviderRefusal>;
  create(request: CreateRequest): Promise<ProviderAcceptance | ProviderRefusal>;
  update(request: UpdateRequest): Promise<{ readonly outcome: 'updated' } | ProviderRefusal>;
  /** `refused` = the provider still has it, for example because the courier has the package. */
  cancel(request: CancelRequest): Promise<{ readonly outcome: 'canceled' } | ProviderRefusal>;
  refresh(request: AttemptRef): Promise<ProviderState>;
  /** Whether a message comes from the provider, by its own signature. Absent = it sends no messages. */
  authenticate?(message: IncomingMessage): Promise<boolean>;
  /** Parses a message in the provider's own format; empty when it contains nothing about a delivery. Never throws. */
  normalize(incoming: unknown): readonly ProviderUpdate[];
}

const DEFAULT_TIME_LIMITS: ProviderTimeLimits = Object.freeze({
  quoteMs: 5_000,
  createMs: 10_000,
  updateMs: 10_000,
  cancelMs: 10_000,
  refreshMs: 10_000,
});

/** The argument of `defineProvider`: the provider without the usual values. */
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
