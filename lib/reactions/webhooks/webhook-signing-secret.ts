import { defineSecret } from '../../platform/runtime/index.ts';

/** The key from which the signing secret of every webhook endpoint is derived; two while it is being changed. */
export const webhookSigningSecret = defineSecret({
  name: 'webhook-signing',
  description: 'Key from which the signing secret of every webhook endpoint is derived.',
  whyNotRotated:
    'Endpoint secrets are derived from this key, so receivers have to get new ones: `npm run signing-key` changes it in three steps with time between them.',
});
