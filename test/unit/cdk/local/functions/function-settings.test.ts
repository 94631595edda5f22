import { expect, test } from 'vitest';
import { codeInAssets } from '../../../../../cdk/local/functions/function-code.ts';
import { functionSettings } from '../../../../../cdk/local/functions/function-settings.ts';
import type { Resource } from '../../../../../cdk/local/ports.ts';
import { writeFunction } from '../../../../support/write-function.ts';

/** The settings of a function of the template with these variables. */
function settings(variables: Record<string, string>, shortestTimeoutMs?: number) {
  const directory = writeFunction('export const handler = async () => null;');
  const resource = {
    stack: 'app',
    logicalId: 'Router',
    type: 'AWS::Lambda::Function',
    physicalName: 'router',
    properties: {
      Runtime: 'nodejs24.x',
      Code: { S3Key: 'code.zip' },
      Handler: 'index.handler',
      Role: 'role',
      Environment: { Variables: variables },
    },
  } as unknown as Resource;
  return functionSettings(resource, codeInAssets(new Map([['code.zip', directory]])), shortestTimeoutMs);
}

test('a function has its variables, up to the 4 KB that Lambda takes', () => {
  const variables = { ROUTES: 'x'.repeat(4090) };
  expect(settings(variables).environment).toEqual(variables);
});

test('a function is ended after its timeout, or after the shortest one that a busy machine allows', () => {
  expect([settings({}).timeoutMs, settings({}, 25_000).timeoutMs]).toEqual([3_000, 25_000]);
});

test('more than that is refused, naming the function and the size', () => {
  expect(() => settings({ ROUTES: 'é'.repeat(2046) })).toThrow(
    'app/Router: AWS::Lambda::Function property Environment.Variables is not supported by the local cloud (they have 4098 bytes, and the limit of Lambda is 4096)',
  );
});
