import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  AWS_TIME_LIMITS,
  oncePerFunction,
  requireVariable,
  type Secret,
  secretVariable,
} from '../../lib/platform/runtime/index.ts';

const secrets = oncePerFunction(() => new SecretsManagerClient(AWS_TIME_LIMITS));

/** A secret of the installation as Secrets Manager has it now. Loaded late: few invocations need one. */
export async function readSecret(secret: Secret): Promise<string> {
  const SecretId = requireVariable(secretVariable(secret));
  const { SecretString } = await secrets().send(new GetSecretValueCommand({ SecretId }));
  return SecretString ?? '';
}
