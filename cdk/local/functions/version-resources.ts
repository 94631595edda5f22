import type { ResourceType } from '../ports.ts';
import { functionArn } from './function-settings.ts';

const NO_DEPLOYMENT = { ignored: 'everything is deployed at once locally' } as const;
const FOR_PEOPLE = { ignored: 'a description' } as const;

/**
 * Versions and aliases of functions, and the moves of an alias between versions. Each function has one version here, so
 * an alias calls the function itself.
 */
export const versionResources: readonly ResourceType[] = Object.freeze<ResourceType[]>([
  {
    type: 'AWS::Lambda::Version',
    phase: 'wiring',
    properties: { CodeSha256: NO_DEPLOYMENT, Description: FOR_PEOPLE, FunctionName: 'used' },
    ref: ({ physicalName }) => `${functionArn(physicalName)}:1`,
    attributes: () => ({ Version: '1' }),
  },
  {
    type: 'AWS::Lambda::Alias',
    phase: 'wiring',
    properties: {
      Description: FOR_PEOPLE,
      FunctionName: 'used',
      FunctionVersion: NO_DEPLOYMENT,
      Name: 'used',
      RoutingConfig: NO_DEPLOYMENT,
    },
    ref: ({ physicalName }) => functionArn(physicalName),
    attributes: () => ({}),
  },
  {
    type: 'AWS::CodeDeploy::Application',
    phase: 'wiring',
    properties: { ApplicationName: NO_DEPLOYMENT, ComputePlatform: NO_DEPLOYMENT, Tags: NO_DEPLOYMENT },
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  },
  {
    type: 'AWS::CodeDeploy::DeploymentGroup',
    phase: 'wiring',
    properties: {
      AlarmConfiguration: NO_DEPLOYMENT,
      ApplicationName: NO_DEPLOYMENT,
      AutoRollbackConfiguration: NO_DEPLOYMENT,
      DeploymentConfigName: NO_DEPLOYMENT,
      DeploymentStyle: NO_DEPLOYMENT,
      ServiceRoleArn: NO_DEPLOYMENT,
      Tags: NO_DEPLOYMENT,
    },
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  },
]);
