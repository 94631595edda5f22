import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { systemClock } from '../../lib/platform/core/clock.ts';
import {
  AWS_TIME_LIMITS,
  requireVariable,
  SECRET_KEPT_MS,
  type Secret,
  secretVariable,
} from '../../lib/platform/runtime/index.ts';

/** Reads a secret of the installation from Secrets Manager when it is needed, and keeps it for `SECRET_KEPT_MS`. */
export function keptSecret<Value>(secret: Secret, parse: (text: string) => Value): () => Promise<Value> {
  const client = new SecretsManagerClient(AWS_TIME_LIMITS);
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined;
  return () => {
    const now = systemClock.now();
    if (kept && now < kept.until) return kept.value;
    const value = read(client, secret)
      .then(parse)
      .catch((error) => {
        // A failed read is not remembered: the next call tries again.
        kept = undefined;
        throw error;
      });
    kept = { value, until: now + SECRET_KEPT_MS };
    return value;
  };
}

async function read(client: SecretsManagerClient, secret: Secret): Promise<string> {
  const SecretId = requireVariable(secretVariable(secret));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  return SecretString ?? '';
}
