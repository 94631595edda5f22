import { defineRefusal } from '../core/refusal.ts';

/** Another writer was faster, twice. */
export const organizationContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  summary: 'Someone else was changing the same resource at that moment; send the request again.',
});
