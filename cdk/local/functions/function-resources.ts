import type { ResourceType } from '../ports.ts';
import type { FunctionCode } from './function-code.ts';
import { functionArn, functionSettings } from './function-settings.ts';
import type { LocalFunctions } from './run-functions.ts';

/** `AWS::Lambda::Function`: read into `functions`, each with a timeout of at least `shortestTimeoutMs`. */
export function functionResources(
  functions: LocalFunctions,
  code: FunctionCode,
  shortestTimeoutMs: number | undefined,
): ResourceType {
  return Object.freeze<ResourceType>({
    type: 'AWS::Lambda::Function',
    phase: 'compute',
    properties: {
      Architectures: { ignored: 'functions run on the local processor' },
      'Code.S3Bucket': { ignored: 'code is read from the assembly' },
      'Code.S3Key': 'used',
      Description: { ignored: 'a description' },
      'Environment.Variables': 'used',
      FunctionName: 'used',
      Handler: 'used',
      'LoggingConfig.ApplicationLogLevel': { ignored: 'logs are kept whole' },
      'LoggingConfig.LogFormat': { ignored: 'logs are kept as the function prints them' },
      'LoggingConfig.LogGroup': 'used',
      'LoggingConfig.SystemLogLevel': { ignored: 'logs are kept whole' },
      MemorySize: 'used',
      RecursiveLoop: { ignored: 'loops are not detected locally' },
      ReservedConcurrentExecutions: 'used',
      Role: 'used',
      Runtime: 'used',
      Tags: { ignored: 'a description' },
      Timeout: 'used',
      'TracingConfig.Mode': { ignored: 'there is no X-Ray locally' },
    },
    ref: ({ physicalName }) => physicalName,
    attributes: ({ physicalName }) => ({ Arn: functionArn(physicalName) }),
    create: async (resource) => functions.add(functionSettings(resource, code, shortestTimeoutMs)),
  });
}
