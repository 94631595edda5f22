import { LOCAL_ACCOUNT, type ResourceType } from '../ports.ts';

const FOR_PEOPLE = { ignored: 'a description' } as const;

/** Resource types that only contain permissions. `TemplatePermissions` reads them. */
export const iamResources: readonly ResourceType[] = Object.freeze<ResourceType[]>([
  {
    type: 'AWS::IAM::Role',
    phase: 'storage',
    properties: {
      AssumeRolePolicyDocument: 'used',
      Description: FOR_PEOPLE,
      ManagedPolicyArns: 'used',
      MaxSessionDuration: { ignored: 'sessions do not end locally' },
      Policies: 'used',
      RoleName: 'used',
      Tags: FOR_PEOPLE,
    },
    ref: ({ physicalName }) => physicalName,
    attributes: ({ physicalName }) => ({
      Arn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${physicalName}`,
      RoleId: physicalName,
    }),
  },
  {
    type: 'AWS::IAM::Policy',
    phase: 'storage',
    properties: { PolicyDocument: 'used', PolicyName: FOR_PEOPLE, Roles: 'used' },
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  },
  {
    type: 'AWS::IAM::ManagedPolicy',
    phase: 'storage',
    properties: {
      Description: FOR_PEOPLE,
      ManagedPolicyName: 'used',
      Path: FOR_PEOPLE,
      PolicyDocument: 'used',
      Roles: 'used',
    },
    ref: ({ physicalName }) => `arn:aws:iam::${LOCAL_ACCOUNT}:policy/${physicalName}`,
    attributes: () => ({}),
  },
  {
    type: 'AWS::Lambda::Permission',
    phase: 'storage',
    properties: {
      Action: 'used',
      FunctionName: 'used',
      Principal: 'used',
      SourceAccount: { ignored: 'there is only one account' },
      SourceArn: 'used',
    },
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  },
  {
    type: 'AWS::S3::BucketPolicy',
    phase: 'storage',
    properties: { Bucket: { ignored: 'statements name their bucket' }, PolicyDocument: 'used' },
    ref: ({ physicalName }) => physicalName,
    attributes: () => ({}),
  },
]);
