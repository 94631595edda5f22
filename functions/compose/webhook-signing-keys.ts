import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { systemClock } from '../../lib/platform/core/clock.ts';
import { readSigningKeys, type SigningKeys } from '../../lib/platform/core/signing-keys.ts';
import { AWS_TIME_LIMITS, requireVariable, secretVariable } from '../../lib/platform/runtime/index.ts';
import { KEYS_KEPT_MS, webhookSigningSecret } from '../../lib/reactions/webhooks/index.ts';

/** Reads the keys from which endpoint secrets are derived from Secrets Manager, and keeps them for `KEYS_KEPT_MS`. */
export function webhookSigningKeys(): () => Promise<SigningKeys> {
  const client = new SecretsManagerClient(AWS_TIME_LIMITS);
  let kept: { readonly keys: Promise<SigningKeys>; readonly until: number } | undefined;
  return () => {
    const now = systemClock.now();
    if (kept && now < kept.until) return kept.keys;
    const keys = read(client).catch((error) => {
      // A failed read is not remembered: the next message tries again.
      kept = undefined;
      throw error;
    });
    kept = { keys, until: now + KEYS_KEPT_MS };
    return keys;
  };
}

async function read(client: SecretsManagerClient): Promise<SigningKeys> {
  const SecretId = requireVariable(secretVariable(webhookSigningSecret));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  return readSigningKeys(SecretString ?? '');
}
