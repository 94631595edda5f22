import { LOCAL_ACCOUNT, LOCAL_REGION, type PropertySupport, type ResourceType } from '../ports.ts';

const NO_CLOUDWATCH = { ignored: 'there is no CloudWatch locally' } as const;

/** Resource types that monitor a deployment. They have names here and no effect. */
export const observabilityResources: readonly ResourceType[] = Object.freeze([
  watching(
    'AWS::Logs::LogGroup',
    {
      DataProtectionPolicy: NO_CLOUDWATCH,
      KmsKeyId: NO_CLOUDWATCH,
      LogGroupClass: NO_CLOUDWATCH,
      LogGroupName: 'used',
      RetentionInDays: { ignored: 'log files stay until they are deleted' },
      Tags: NO_CLOUDWATCH,
    },
    (name) => ({ Arn: `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${name}:*` }),
  ),
  watching(
    'AWS::Logs::MetricFilter',
    anything(['FilterName', 'FilterPattern', 'LogGroupName', 'MetricTransformations']),
  ),
  watching('AWS::Logs::QueryDefinition', anything(['LogGroupNames', 'Name', 'QueryString'])),
  watching('AWS::Logs::ResourcePolicy', anything(['PolicyDocument', 'PolicyName'])),
  watching(
    'AWS::CloudWatch::Alarm',
    anything([
      'ActionsEnabled',
      'AlarmActions',
      'AlarmDescription',
      'AlarmName',
      'ComparisonOperator',
      'DatapointsToAlarm',
      'Dimensions',
      'EvaluateLowSampleCountPercentile',
      'EvaluationPeriods',
      'ExtendedStatistic',
      'InsufficientDataActions',
      'MetricName',
      'Metrics',
      'Namespace',
      'OKActions',
      'Period',
      'Statistic',
      'Tags',
      'Threshold',
      'ThresholdMetricId',
      'TreatMissingData',
      'Unit',
    ]),
    (name) => ({ Arn: `arn:aws:cloudwatch:${LOCAL_REGION}:${LOCAL_ACCOUNT}:alarm:${name}` }),
  ),
  watching(
    'AWS::CloudWatch::CompositeAlarm',
    anything(['ActionsEnabled', 'AlarmActions', 'AlarmDescription', 'AlarmName', 'AlarmRule', 'Tags']),
    (name) => ({ Arn: `arn:aws:cloudwatch:${LOCAL_REGION}:${LOCAL_ACCOUNT}:alarm:${name}` }),
  ),
  watching('AWS::CloudWatch::Dashboard', anything(['DashboardBody', 'DashboardName', 'Tags'])),
  watching(
    'AWS::KMS::Key',
    anything(['Description', 'EnableKeyRotation', 'KeyPolicy', 'PendingWindowInDays', 'Tags']),
    (name) => ({ Arn: `arn:aws:kms:${LOCAL_REGION}:${LOCAL_ACCOUNT}:key/${name}`, KeyId: name }),
  ),
  watching(
    'AWS::SNS::Topic',
    anything(['DisplayName', 'KmsMasterKeyId', 'Tags', 'TopicName']),
    (name) => ({ TopicArn: topicArn(name), TopicName: name }),
    topicArn,
  ),
  watching('AWS::SNS::TopicPolicy', anything(['PolicyDocument', 'Topics'])),
  watching('AWS::SNS::Subscription', anything(['Endpoint', 'Protocol', 'TopicArn'])),
]);

function topicArn(name: string): string {
  return `arn:aws:sns:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
}

function anything(names: readonly string[]): Readonly<Record<string, PropertySupport>> {
  return Object.fromEntries(names.map((name) => [name, NO_CLOUDWATCH]));
}

function watching(
  type: string,
  properties: ResourceType['properties'],
  attributes: (name: string) => Readonly<Record<string, string>> = () => ({}),
  ref: (name: string) => string = (name) => name,
): ResourceType {
  return Object.freeze<ResourceType>({
    type,
    phase: 'storage',
    properties,
    ref: ({ physicalName }) => ref(physicalName),
    attributes: ({ physicalName }) => attributes(physicalName),
  });
}
