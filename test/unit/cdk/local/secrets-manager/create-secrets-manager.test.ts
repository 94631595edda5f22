import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateSecret } from '../../../../../cdk/local/secrets-manager/generate-secret.ts';
import { createSecretsManager } from '../../../../../cdk/local/secrets-manager/index.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { anyClock } from '../support/any-clock.ts';
import { anyCall, anyResource, callService, createResource } from '../support/any-cloud.ts';

async function anySecrets(dataDirectory?: string) {
  const part = createSecretsManager({ clock: anyClock(), dataDirectory });
  await createResource(
    part,
    anyResource('signing', 'AWS::SecretsManager::Secret', {
      GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
    }),
  );
  const service = part.services[0]!;
  const call = async (action: string, input: Record<string, unknown> = {}) =>
    (await callService(service, action, { SecretId: 'signing', ...input })).body;
  return { part, service, call, arn: part.resourceTypes[0]!.ref(anyResource('signing', '', {})) };
}

describe('Secrets Manager', () => {
  test('generates a value once and keeps it for its owner only', async () => {
    const folder = temporaryDirectory('secrets');
    const first = await (await anySecrets(folder)).call('GetSecretValue');
    expect(first.SecretString).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(await (await anySecrets(folder)).call('GetSecretValue')).toEqual(first);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('is found by name, ARN and ARN without its suffix, and needs permission on the ARN', async () => {
    const { call, service, arn } = await anySecrets();
    const { SecretString } = await call('GetSecretValue');
    for (const SecretId of [arn, arn.slice(0, -7)]) {
      expect(await call('GetSecretValue', { SecretId })).toMatchObject({ SecretString, ARN: arn });
    }
    expect(service.needs(anyCall('secretsmanager', 'GetSecretValue', { SecretId: 'signing' }))).toEqual([
      { action: 'secretsmanager:GetSecretValue', resource: arn },
    ]);
    expect(await call('GetSecretValue', { SecretId: 'other' })).toMatchObject({
      __type: 'ResourceNotFoundException',
    });
  });

  test('a new value leaves the one before as the previous', async () => {
    const { call } = await anySecrets();
    const { SecretString: before } = await call('GetSecretValue');
    await call('PutSecretValue', { SecretString: 'new', ClientRequestToken: 'token-1' });
    await call('PutSecretValue', { SecretString: 'new', ClientRequestToken: 'token-1' });
    expect(await call('GetSecretValue')).toMatchObject({
      SecretString: 'new',
      VersionStages: ['AWSCURRENT'],
    });
    expect(await call('GetSecretValue', { VersionStage: 'AWSPREVIOUS' })).toMatchObject({
      SecretString: before,
    });
    expect(Object.values((await call('DescribeSecret')).VersionIdsToStages)).toEqual([
      ['AWSCURRENT'],
      ['AWSPREVIOUS'],
    ]);
  });

  test('fills a template and holds each rule', () => {
    const value = JSON.parse(
      generateSecret({
        SecretStringTemplate: '{"user":"a"}',
        GenerateStringKey: 'password',
        PasswordLength: 4,
      }),
    );
    expect(value).toMatchObject({ user: 'a', password: expect.stringMatching(/^.{4}$/) });
    expect(
      generateSecret({ ExcludeLowercase: true, ExcludeUppercase: true, ExcludePunctuation: true }),
    ).toMatch(/^\d{32}$/);
    expect(() => generateSecret({ PasswordLength: 3 })).toThrow('PasswordLength 3 is not from 4 to 4096');
  });

  test('says so when the file is damaged', () => {
    const folder = temporaryDirectory('secrets');
    writeFileSync(join(folder, 'secrets.json'), '{"half');
    expect(() => createSecretsManager({ clock: anyClock(), dataDirectory: folder })).toThrow(
      /damaged: start with --fresh/,
    );
  });
});
