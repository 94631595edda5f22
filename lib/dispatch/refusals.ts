import { defineRefusal } from '../core/refusal.ts';

export const taskMissingTimeWindow = defineRefusal({
  code: 'TASK_MISSING_TIME_WINDOW',
  status: 422,
  summary: 'A scheduled order or job lacks its pickup or dropoff time window.',
});

export const noEligibleProviders = defineRefusal({
  code: 'NO_ELIGIBLE_PROVIDERS',
  status: 404,
  summary: 'No provider that the dispatch strategy allows can carry the package.',
});

export const noValidQuotes = defineRefusal({
  code: 'NO_VALID_QUOTES',
  status: 404,
  summary: 'Every provider that was asked gave no quote; `details.failedQuotes` says why.',
});

export const autodispatchFailure = defineRefusal({
  code: 'AUTODISPATCH_FAILURE',
  status: 400,
  summary: 'There are quotes, but none that may be chosen automatically (the fee limit); select one by hand.',
});

export const resourceAlreadyExists = defineRefusal({
  code: 'RESOURCE_ALREADY_EXISTS',
  status: 400,
  summary: 'The package identifier belongs to another order or job.',
});

export const jobIdentifierTaken = defineRefusal({
  code: 'ALREADY_EXISTS',
  status: 409,
  summary: 'Another job with this external identifier is under way.',
});

export const unusableQuote = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary:
    'The quote has expired, was replaced, failed, or belongs to an order that changed; refresh the quotes.',
});

export const quoteNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No quote of the organization has this id.',
});

export const missingArgument = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'An argument is missing, or two that exclude each other were sent.',
});

export const jobNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'No job, task or configuration visible to this API key has this id or external identifier.',
});

export const jobContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same job at that moment; send the request again.',
});

export const jobStateForbids = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary: 'The present state of the job does not allow this; `details.status` names it.',
});

export const invalidAddress = defineRefusal({
  code: 'INVALID_ADDRESS',
  status: 400,
  summary: 'An address of the job is missing, ambiguous or cannot be found; `details.field` names it.',
});

export const invalidPhoneNumber = defineRefusal({
  code: 'INVALID_PHONE_NUMBER',
  status: 400,
  summary: 'A phone number of the job is missing or not valid; `details.field` names it.',
});

export const invalidTimeConstraint = defineRefusal({
  code: 'INVALID_TIME_CONSTRAINT',
  status: 400,
  summary: 'A time of the job is in the past or contradicts another; `details.field` names it.',
});

export const invalidValue = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'A value of the job is not allowed; `details.field` names it.',
});

export const invalidTip = defineRefusal({
  code: 'INVALID_TIP',
  status: 400,
  summary: 'The tip is not a whole number of cents from 0 on.',
});

export const disallowedOperation = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'The job has a provider already and cannot be changed this way.',
});

export const jobNotInScope = defineRefusal({
  code: 'PICKUP_NOT_IN_SCOPE',
  status: 400,
  summary:
    'The API key is limited to store locations and the job would touch none of them; send one of them.',
});
