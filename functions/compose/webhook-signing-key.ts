import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AWS_TIME_LIMITS, requireVariable, secretVariable } from '../../lib/platform/runtime/index.ts';
import { webhookSigningSecret } from '../../lib/reactions/webhooks/index.ts';

/** Reads the key from which endpoint secrets are derived, once per function instance, from Secrets Manager. */
export function webhookSigningKey(): () => Promise<string> {
  const client = new SecretsManagerClient(AWS_TIME_LIMITS);
  let key: Promise<string> | undefined;
  return () => {
    key ??= read(client).catch((error) => {
      // A failed read is not remembered: the next message tries again.
      key = undefined;
      throw error;
    });
    return key;
  };
}

async function read(client: SecretsManagerClient): Promise<string> {
  const SecretId = requireVariable(secretVariable(webhookSigningSecret));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('The webhook signing secret is empty.');
  return SecretString;
}
