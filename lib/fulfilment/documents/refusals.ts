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
