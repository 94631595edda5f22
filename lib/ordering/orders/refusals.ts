import { defineRefusal } from '../../platform/core/refusal.ts';

export const orderNotFound = defineRefusal<{ id?: string; externalId?: string }>({
  code: 'ORDER_NOT_FOUND',
  summary: 'No order visible to this API key has this id or external id.',
});

export const orderAlreadyDispatched = defineRefusal<{ orderId: string; jobId?: string; status?: string }>({
  code: 'ORDER_ALREADY_DISPATCHED',
  summary: 'The order is dispatched and can no longer be changed, archived or dispatched again.',
});

export const invalidStateTransition = defineRefusal<{ orderId: string; jobId?: string; status?: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The current status does not allow this; `details.status` names it.',
});

export const orderDuplicateExternalId = defineRefusal<{ externalId: string; orderIds: readonly string[] }>({
  code: 'ORDER_DUPLICATE_EXTERNAL_ID',
  summary: 'Several orders have this external id; use the id of one of them (`details.orderIds`).',
});

export const orderExternalIdRequired = defineRefusal<{ index: number }>({
  code: 'ORDER_EXTERNAL_ID_REQUIRED',
  summary: 'An upsert needs the `externalId` of the order.',
});

export const orderValidationErrorsBlock = defineRefusal<{
  orderId: string;
  status: string;
  validationErrors: Readonly<Record<string, string>>;
}>({
  code: 'ORDER_VALIDATION_ERRORS_BLOCK_ELIGIBILITY',
  summary: 'The order has validation errors; `details.validationErrors` says which.',
});

export const pickupNotInScope = defineRefusal<{
  routeIds?: readonly string[];
  storeLocationIds?: readonly string[] | null;
}>({
  code: 'PICKUP_NOT_IN_SCOPE',
  summary: 'The API key is limited to store locations, but the order uses none of them; send one of them.',
});
