import { defineSecret } from '../../platform/runtime/index.ts';

/** The key from which the signing secret of every webhook endpoint is derived. */
export const webhookSigningSecret = defineSecret({
  name: 'webhook-signing',
  description: 'Key from which the signing secret of every webhook endpoint is derived.',
  whyNotRotated:
    'Endpoint secrets are derived from this key and rotated one by one, each with an overlap; changing the key itself would break every signature at once.',
});
