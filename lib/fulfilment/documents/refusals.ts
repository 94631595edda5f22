import { defineRefusal } from '../../platform/core/refusal.ts';

export const documentNotFound = defineRefusal<{ id?: string; deliveryId?: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'No document or delivery visible to this API key has this id.',
});

export const tooManyDocuments = defineRefusal<{ limit: number }>({
  code: 'CONFLICT',
  summary: 'The delivery has the maximum number of documents.',
});

export const contentUnfit = defineRefusal<{ id: string; contentType?: string; sizeBytes?: number }>({
  code: 'INVALID_VALUE',
  summary: 'No file was uploaded, or its type or size differs from the announcement.',
});

export const unknownManifestOrders = defineRefusal<{ unknownIds: readonly string[] }>({
  code: 'VALIDATION_ERRORS',
  summary:
    'Some ids match no order that the caller may see; `details.unknownIds` lists them. Nothing was written.',
});

export const notToManifest = defineRefusal<{ orderIds: readonly string[] }>({
  code: 'DISALLOWED_OPERATION',
  summary:
    'No provider carries some of the orders at present; `details.orderIds` lists them. Nothing was written.',
});
