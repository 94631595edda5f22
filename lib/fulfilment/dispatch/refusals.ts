import { defineRefusal } from '../../platform/core/refusal.ts';

export const taskMissingTimeWindow = defineRefusal<{
  id?: string;
  missing?: readonly string[];
  orderId?: string;
  orderIds?: readonly string[];
  routeId?: string;
  validationErrors?: Readonly<Record<string, string>>;
}>({
  code: 'TASK_MISSING_TIME_WINDOW',
  summary: 'A scheduled order or job has no pickup or dropoff time window.',
});

/** A provider that gave no quote, and why. */
interface FailedQuote {
  readonly providerId: string;
  readonly providerName: string;
  readonly errorMessage: string | null;
}

export const noEligibleProviders = defineRefusal<{
  failedQuotes: readonly FailedQuote[];
  optionsGroupId: string | null;
}>({
  code: 'NO_ELIGIBLE_PROVIDERS',
  summary: 'No provider that the dispatch strategy allows can carry the package.',
});

export const noValidQuotes = defineRefusal<{
  failedQuotes?: readonly FailedQuote[];
  tried?: readonly string[];
}>({
  code: 'NO_VALID_QUOTES',
  summary: 'No provider gave a quote; `details.failedQuotes` says why.',
});

export const autodispatchFailure = defineRefusal<{ maxDeliveryFeeCents: number | null }>({
  code: 'AUTODISPATCH_FAILURE',
  summary: 'There are quotes, but none within the fee limit for automatic dispatch; select one by hand.',
});

export const resourceAlreadyExists = defineRefusal<{
  externalIdentifier: string | null;
  ownerId?: string;
  package?: number;
}>({
  code: 'RESOURCE_ALREADY_EXISTS',
  summary: 'The package identifier belongs to another order or job.',
});

export const jobIdentifierTaken = defineRefusal<{ externalIdentifier: string }>({
  code: 'ALREADY_EXISTS',
  summary: 'Another active job has this external identifier.',
});

export const unusableQuote = defineRefusal<{ quoteId: string; expireTime?: string }>({
  code: 'BAD_REQUEST',
  summary:
    'The quote has expired, was replaced, failed, or belongs to an order that changed; refresh the quotes.',
});

export const quoteNotFound = defineRefusal<{ quoteId: string }>({
  code: 'NOT_FOUND',
  summary: 'No quote of the organization has this id.',
});

export const missingArgument = defineRefusal<{
  externalIdentifier?: string;
  field?: string;
  fields?: readonly string[];
  sent?: number;
}>({
  code: 'BAD_REQUEST',
  summary: 'An argument is missing, or two that exclude each other were sent.',
});

export const jobNotFound = defineRefusal<{
  id: string;
  batchId?: string;
  jobConfigurationId?: string;
  objectId?: string;
  taskId?: string;
}>({
  code: 'MISSING_RESOURCE',
  summary: 'No job, task or configuration visible to this API key has this id or external identifier.',
});

export const jobIsBusy = defineRefusal<{ jobId: string; jobConfigurationId?: string }>({
  code: 'LOCK_ACQUISITION_FAILURE',
  summary: 'The job is being handed over to or taken from a provider; send the request again in a moment.',
});

export const jobStateForbids = defineRefusal<{
  jobId: string;
  batchId?: string;
  jobConfigurationId?: string;
  status?: string;
  taskId?: string;
}>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The current state of the job does not allow this; `details.status` names it.',
});

export const invalidAddress = defineRefusal<{
  field: string;
  errors?: Readonly<Record<string, string>>;
  value?: string;
}>({
  code: 'INVALID_ADDRESS',
  summary: 'An address of the job is missing, ambiguous or cannot be found; `details.field` names it.',
});

export const invalidPhoneNumber = defineRefusal<{ field: string; errors?: Readonly<Record<string, string>> }>(
  {
    code: 'INVALID_PHONE_NUMBER',
    summary: 'A phone number of the job is missing or not valid; `details.field` names it.',
  },
);

export const invalidTimeConstraint = defineRefusal<{
  field: string;
  id?: string;
  errors?: Readonly<Record<string, string>>;
  value?: string;
}>({
  code: 'INVALID_TIME_CONSTRAINT',
  summary: 'A time of the job is in the past or contradicts another; `details.field` names it.',
});

export const invalidValue = defineRefusal<{
  errors?: Readonly<Record<string, string>>;
  field?: string;
  package?: number;
  routeId?: string;
  value?: number;
}>({
  code: 'INVALID_VALUE',
  summary: 'A value of the job is not allowed; `details.field` names it.',
});

export const invalidTip = defineRefusal<{
  field: string;
  errors?: Readonly<Record<string, string>>;
  value?: number;
}>({
  code: 'INVALID_TIP',
  summary: 'The tip is not a whole number of cents, 0 or more.',
});

export const disallowedOperation = defineRefusal<{
  externalIdentifier?: string;
  jobId?: string;
  limit?: number;
  orderId?: string;
  packages?: number;
  providerId?: string | null;
  status?: string;
  taskId?: string;
}>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The job already has a provider and cannot be changed in this way.',
});

export const jobNotInScope = defineRefusal<{
  storeLocationIds?: readonly string[];
  routeIds?: readonly string[];
}>({
  code: 'PICKUP_NOT_IN_SCOPE',
  summary:
    'The API key is limited to store locations, but the job uses none of them; send one of them. Or it is limited to driver groups and cannot create jobs.',
});

export const workflowsUnanswered = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The workflows of the order had not ended when the wait of its dispatch strategy was over.',
});
