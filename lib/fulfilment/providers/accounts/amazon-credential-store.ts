import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { AWS_TIME_LIMITS } from '../../../platform/runtime/index.ts';
import type { CredentialStore } from './provider-accounts.ts';

const values = z.record(z.string(), z.string());

/** Credentials in Secrets Manager: one secret for each account, its name under `prefix`. */
export function amazonCredentialStore(prefix: string): CredentialStore {
  const client = new SecretsManagerClient(AWS_TIME_LIMITS);
  const nameOf = ({ organizationId, id }: { readonly organizationId: string; readonly id: string }) =>
    `${prefix}${organizationId}/${id}`;
  return Object.freeze({
    async read(account: Parameters<CredentialStore['read']>[0]) {
      try {
        const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: nameOf(account) }));
        return SecretString === undefined ? undefined : values.parse(JSON.parse(SecretString));
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    async write(
      account: Parameters<CredentialStore['write']>[0],
      credentials: Parameters<CredentialStore['write']>[1],
    ) {
      const SecretString = JSON.stringify(credentials);
      const Name = nameOf(account);
      try {
        await client.send(new CreateSecretCommand({ Name, SecretString }));
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw error;
        await client.send(new PutSecretValueCommand({ SecretId: Name, SecretString }));
      }
    },
    async remove(account: Parameters<CredentialStore['remove']>[0]) {
      try {
        // At once, so that the same provider can be set up again under the same name.
        const request = { SecretId: nameOf(account), ForceDeleteWithoutRecovery: true };
        await client.send(new DeleteSecretCommand(request));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  });
}
