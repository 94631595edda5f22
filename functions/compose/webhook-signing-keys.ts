import { readSigningKeys, type SigningKeys } from '../../lib/platform/core/signing-keys.ts';
import { webhookSigningSecret } from '../../lib/reactions/webhooks/index.ts';
import { keptSecret } from './kept-secret.ts';

/** The keys from which endpoint secrets are derived. */
export function webhookSigningKeys(): () => Promise<SigningKeys> {
  return keptSecret(webhookSigningSecret, readSigningKeys);
}
