import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { createSecretsManager } from '../../../../../cdk/local/secrets-manager/index.ts';
import { anyClock } from '../support/any-clock.ts';
import { anyResource, createResource } from '../support/any-cloud.ts';
import { serveServices } from '../support/serve-services.ts';

test('the AWS SDK reads a secret by the reference that the template resolves to', async () => {
  const part = createSecretsManager({ clock: anyClock(), dataDirectory: undefined });
  const secret = anyResource('signing', 'AWS::SecretsManager::Secret', { SecretString: 'known' });
  await createResource(part, secret);
  const served = await serveServices(() => part.services);
  const client = new SecretsManagerClient({
    endpoint: served.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const SecretId = part.resourceTypes[0]!.ref(secret);
  const value = await client.send(new GetSecretValueCommand({ SecretId }));
  expect(value).toMatchObject({ SecretString: 'known', ARN: SecretId, VersionStages: ['AWSCURRENT'] });
  expect(value.CreatedDate).toBeInstanceOf(Date);
  client.destroy();
  await served.stop();
});
