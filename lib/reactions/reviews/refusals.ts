import { defineRefusal } from '../../platform/core/refusal.ts';

export const unusablePhoto = defineRefusal<{ field?: string; url: string }>({
  code: 'INVALID_VALUE',
  summary: 'A photo cannot be fetched, is too large, or is neither a JPEG nor a PNG.',
});

export const noPhoto = defineRefusal<{ jobId: string; photoType: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'The job has no such photo yet.',
});

export const notAtDropoff = defineRefusal<{ deliveryId: string; status: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The courier has not arrived at the dropoff of the delivery yet.',
});

export const modelsSpent = defineRefusal<{ retryAfterSeconds: number }>({
  code: 'TOO_MANY_REQUESTS',
  summary: 'The organization has reached its daily limit of questions to models.',
});
