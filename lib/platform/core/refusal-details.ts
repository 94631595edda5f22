import type { RefusalCode } from './refusal-codes.ts';

/** Users of a thing that cannot be deleted. */
interface UsedBy {
  readonly type: string;
  readonly id: string;
  readonly name?: string | undefined;
}

/** A provider that gave no quote, and why. */
interface FailedQuote {
  readonly providerId: string;
  readonly providerName: string;
  readonly errorMessage: string | null;
}

/** A code whose refusals say all in their message. */
interface NoDetails {
  readonly none?: never;
}

interface AlreadyExistsDetails {
  readonly externalId?: string | null | undefined;
  readonly externalIdentifier?: string | undefined;
  readonly id?: string | undefined;
}

interface BadRequestDetails {
  readonly expireTime?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  readonly field?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly maximumDepth?: number | undefined;
  readonly quoteId?: string | undefined;
  readonly sent?: number | undefined;
}

interface ConflictDetails {
  readonly auth0Id?: string | undefined;
  readonly email?: string | undefined;
  readonly id?: string | undefined;
  readonly jobId?: string | null | undefined;
  readonly limit?: number | undefined;
  readonly maximumCapacity?: number | null | undefined;
  readonly name?: string | undefined;
  readonly orderId?: string | undefined;
  readonly orderIds?: readonly string[] | undefined;
  readonly remainingCapacity?: number | null | undefined;
  readonly requestedCapacity?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly roleId?: string | undefined;
  readonly roleIds?: readonly string[] | undefined;
  readonly routeId?: string | undefined;
  readonly stopId?: string | undefined;
  readonly unknownIds?: readonly string[] | undefined;
  readonly usedBy?: readonly UsedBy[] | readonly string[] | undefined;
  readonly version?: number | undefined;
}

interface DisallowedOperationDetails {
  readonly field?: string | undefined;
  readonly chainDepth?: number | undefined;
  readonly characters?: number | undefined;
  readonly courierId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly deliveryWindowId?: string | undefined;
  readonly event?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
  readonly key?: string | undefined;
  readonly limit?: number | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly orderId?: string | undefined;
  readonly packages?: number | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly providerId?: string | null | undefined;
  readonly reason?: string | undefined;
  readonly runs?: number | undefined;
  readonly status?: string | undefined;
  readonly stopId?: string | undefined;
  readonly stopType?: string | undefined;
  readonly taskId?: string | undefined;
  readonly toRouteId?: string | undefined;
  readonly useInstead?: string | undefined;
  readonly view?: string | undefined;
}

interface ForbiddenDetails {
  readonly expiresAt?: string | undefined;
  readonly field?: string | undefined;
  readonly header?: string | undefined;
  readonly id?: string | undefined;
  readonly lacking?: readonly string[] | undefined;
  readonly limit?: string | undefined;
  readonly organizationIds?: readonly string[] | undefined;
  readonly permission?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly preference?: string | undefined;
  readonly roleId?: string | undefined;
  readonly storeLocationIds?: readonly string[] | undefined;
}

interface InvalidAddressDetails {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

interface InvalidOptionsGroupSettingDetails {
  readonly field?: string | undefined;
  readonly unknownIds?: readonly string[] | undefined;
  readonly value?: unknown;
}

interface InvalidPhoneNumberDetails {
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

interface InvalidStateTransitionDetails {
  readonly allowed?: readonly string[] | undefined;
  readonly batchId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly id?: string | undefined;
  readonly jobConfigurationId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly nodes?: readonly string[] | undefined;
  readonly orderId?: string | undefined;
  readonly providerId?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly taskId?: string | undefined;
  readonly wanted?: string | undefined;
}

interface InvalidTimeConstraintDetails {
  readonly field?: string | undefined;
  readonly id?: string | undefined;
  readonly value?: number | string | null | undefined;
}

interface InvalidTipDetails {
  readonly field?: string | undefined;
  readonly value?: number | string | null | undefined;
}

interface InvalidValueDetails {
  readonly contentType?: string | undefined;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly field?: string | undefined;
  readonly id?: string | undefined;
  readonly known?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly package?: number | undefined;
  readonly permissions?: readonly string[] | undefined;
  readonly point?: number | null | undefined;
  readonly problemCount?: number | undefined;
  readonly problems?: readonly object[] | undefined;
  readonly requestAmountCents?: number | undefined;
  readonly ring?: string | undefined;
  readonly routeId?: string | undefined;
  readonly sizeBytes?: number | undefined;
  readonly status?: string | undefined;
  readonly triesLeft?: number | undefined;
  readonly unknownIds?: readonly string[] | undefined;
  readonly validTypes?: readonly string[] | undefined;
  readonly value?: number | string | null | undefined;
}

interface LockAcquisitionFailureDetails {
  readonly agentId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly email?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  readonly id?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly jobConfigurationId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly name?: string | undefined;
  readonly providerId?: string | undefined;
  readonly routeId?: string | undefined;
  readonly taskId?: string | undefined;
}

interface MethodNotAllowedDetails {
  readonly allowed?: readonly string[] | undefined;
  readonly method?: string | undefined;
}

interface MissingResourceDetails {
  readonly batchId?: string | undefined;
  readonly courierId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly id?: string | undefined;
  readonly jobConfigurationId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly msg_id?: string | undefined;
  readonly objectId?: string | undefined;
  readonly providerId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly type?: string | undefined;
  readonly value?: string | undefined;
}

interface NotFoundDetails {
  readonly noteId?: string | undefined;
  readonly deliveryWindowId?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  readonly file?: string | undefined;
  readonly id?: string | undefined;
  readonly jobId?: string | undefined;
  readonly name?: string | undefined;
  readonly orderId?: string | undefined;
  readonly path?: string | undefined;
  readonly quoteId?: string | undefined;
  readonly version?: number | undefined;
  readonly violationId?: string | undefined;
}

interface NoEligibleProvidersDetails {
  readonly failedQuotes?: readonly FailedQuote[] | undefined;
  readonly optionsGroupId?: string | null | undefined;
}

interface NoEligibleRoutesDetails {
  readonly id?: string | undefined;
  readonly orderIds?: readonly string[] | undefined;
}

interface NoValidQuotesDetails {
  readonly failedQuotes?: readonly FailedQuote[] | undefined;
  readonly tried?: readonly string[] | undefined;
}

interface OrderAlreadyDispatchedDetails {
  readonly jobId?: string | undefined;
  readonly orderId?: string | undefined;
}

interface OrderDuplicateExternalIdDetails {
  readonly externalId?: string | undefined;
  readonly orderIds?: readonly string[] | undefined;
}

interface OrderLockContentionDetails {
  readonly id?: string | undefined;
  readonly quoteId?: string | undefined;
}

interface OrderNotFoundDetails {
  readonly externalId?: string | undefined;
  readonly id?: string | undefined;
}

interface PayloadTooLargeDetails {
  readonly bytes?: number | undefined;
  readonly maximumBytes?: number | undefined;
}

interface PickupNotInScopeDetails {
  readonly routeIds?: readonly string[] | undefined;
  readonly storeLocationIds?: readonly string[] | null | undefined;
}

interface ResourceAlreadyExistsDetails {
  readonly externalIdentifier?: string | null | undefined;
  readonly field?: string | undefined;
  readonly id?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly package?: number | undefined;
}

interface RouteActionInvalidStatusDetails {
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly stopId?: string | undefined;
  readonly validationErrors?: Readonly<Record<string, string>> | undefined;
}

interface RouteAlreadyDispatchedDetails {
  readonly id?: string | undefined;
  readonly jobId?: string | null | undefined;
}

interface RouteArchivedDetails {
  readonly archivedAt?: string | undefined;
  readonly id?: string | undefined;
}

interface StoreLocationNotFoundDetails {
  readonly city?: string | undefined;
  readonly cityZipcode?: string | undefined;
  readonly country?: string | undefined;
  readonly externalId?: string | undefined;
  readonly id?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly state?: string | undefined;
  readonly zipcode?: string | undefined;
}

interface TaskMissingTimeWindowDetails {
  readonly id?: string | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly orderId?: string | undefined;
  readonly routeId?: string | undefined;
}

interface ValidationErrorsDetails {
  readonly changing?: readonly string[] | undefined;
  readonly characters?: number | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly files?: number | undefined;
  readonly orderId?: string | undefined;
  readonly unknown?: readonly string[] | undefined;
  readonly unknownIds?: readonly string[] | undefined;
}

/**
 * The fields that the details of a refusal may have, by its code. A refusal with another field does not compile: add the
 * field here.
 */
export interface RefusalDetails extends Record<RefusalCode, object> {
  readonly ALREADY_EXISTS: AlreadyExistsDetails;
  readonly AUTODISPATCH_FAILURE: { readonly maxDeliveryFeeCents?: number | null | undefined };
  readonly BAD_REQUEST: BadRequestDetails;
  readonly CONFLICT: ConflictDetails;
  readonly DELIVERY_NOT_FOUND: { readonly deliveryId?: string | undefined };
  readonly DISALLOWED_OPERATION: DisallowedOperationDetails;
  readonly FORBIDDEN: ForbiddenDetails;
  readonly GONE: NoDetails;
  readonly IDEMPOTENCY_KEY_IN_USE: { readonly retryAfterSeconds?: number | undefined };
  readonly IDEMPOTENCY_KEY_REUSED: NoDetails;
  readonly HEADERS_TOO_LARGE: NoDetails;
  readonly INTERNAL_SERVER_ERROR: NoDetails;
  readonly INVALID_ADDRESS: InvalidAddressDetails;
  readonly INVALID_OPTIONS_GROUP: { readonly optionsGroupId?: string | undefined };
  readonly INVALID_OPTIONS_GROUP_SETTING: InvalidOptionsGroupSettingDetails;
  readonly INVALID_PHONE_NUMBER: InvalidPhoneNumberDetails;
  readonly INVALID_STATE_TRANSITION: InvalidStateTransitionDetails;
  readonly INVALID_TIME_CONSTRAINT: InvalidTimeConstraintDetails;
  readonly INVALID_TIP: InvalidTipDetails;
  readonly INVALID_VALUE: InvalidValueDetails;
  readonly LOCK_ACQUISITION_FAILURE: LockAcquisitionFailureDetails;
  readonly METHOD_NOT_ALLOWED: MethodNotAllowedDetails;
  readonly NOT_ACCEPTABLE: NoDetails;
  readonly MISSING_RESOURCE: MissingResourceDetails;
  readonly NOT_FOUND: NotFoundDetails;
  readonly NO_ELIGIBLE_PROVIDERS: NoEligibleProvidersDetails;
  readonly NO_ELIGIBLE_ROUTES: NoEligibleRoutesDetails;
  readonly NO_VALID_QUOTES: NoValidQuotesDetails;
  readonly ORDER_ALREADY_DISPATCHED: OrderAlreadyDispatchedDetails;
  readonly ORDER_DUPLICATE_EXTERNAL_ID: OrderDuplicateExternalIdDetails;
  readonly ORDER_EXTERNAL_ID_REQUIRED: { readonly index?: number | undefined };
  readonly ORDER_LOCK_CONTENTION: OrderLockContentionDetails;
  readonly ORDER_NOT_FOUND: OrderNotFoundDetails;
  readonly ORDER_VALIDATION_ERRORS_BLOCK_ELIGIBILITY: {
    readonly validationErrors?: Readonly<Record<string, string>> | undefined;
  };
  readonly PAYLOAD_TOO_LARGE: PayloadTooLargeDetails;
  readonly PICKUP_NOT_IN_SCOPE: PickupNotInScopeDetails;
  readonly RESOURCE_ALREADY_EXISTS: ResourceAlreadyExistsDetails;
  readonly ROUTE_ACTION_INVALID_STATUS: RouteActionInvalidStatusDetails;
  readonly ROUTE_ALREADY_DISPATCHED: RouteAlreadyDispatchedDetails;
  readonly ROUTE_ARCHIVED: RouteArchivedDetails;
  readonly ROUTE_HAS_NO_PACKAGES: { readonly id?: string | undefined };
  readonly ROUTE_HAS_NO_STOPS: { readonly id?: string | undefined };
  readonly ROUTE_NOT_FOUND: { readonly id?: string | undefined };
  readonly ROUTE_STOP_NOT_FOUND: { readonly stopId?: string | undefined };
  readonly SERVICE_UNAVAILABLE: { readonly retryAfterSeconds?: number | undefined };
  readonly STORE_LOCATION_NOT_FOUND: StoreLocationNotFoundDetails;
  readonly TASK_MISSING_TIME_WINDOW: TaskMissingTimeWindowDetails;
  readonly TOO_MANY_REQUESTS: { readonly retryAfterSeconds?: number | undefined };
  readonly UNAUTHORIZED: NoDetails;
  readonly VALIDATION_ERRORS: ValidationErrorsDetails;
}
