import { createHash } from 'node:crypto';
import type { RawResource } from './read-assembly.ts';

interface Naming {
  /** Property that sets the name, when the template does. */
  readonly property?: string;
  /** Longest name that AWS accepts. */
  readonly limit: number;
}

/** Types whose names are limited or can be set. Others are named after stack and logical id. */
const NAMING: Readonly<Record<string, Naming>> = {
  'AWS::CloudWatch::Alarm': { property: 'AlarmName', limit: 255 },
  'AWS::CloudWatch::Dashboard': { property: 'DashboardName', limit: 255 },
  'AWS::DynamoDB::GlobalTable': { property: 'TableName', limit: 255 },
  'AWS::DynamoDB::Table': { property: 'TableName', limit: 255 },
  'AWS::IAM::ManagedPolicy': { property: 'ManagedPolicyName', limit: 128 },
  'AWS::IAM::Role': { property: 'RoleName', limit: 64 },
  'AWS::Lambda::Function': { property: 'FunctionName', limit: 64 },
  'AWS::Logs::LogGroup': { property: 'LogGroupName', limit: 512 },
  'AWS::S3::Bucket': { property: 'BucketName', limit: 63 },
  'AWS::SNS::Topic': { property: 'TopicName', limit: 256 },
  'AWS::SQS::Queue': { property: 'QueueName', limit: 80 },
  'AWS::Scheduler::Schedule': { property: 'Name', limit: 64 },
  'AWS::Scheduler::ScheduleGroup': { property: 'Name', limit: 64 },
  'AWS::SecretsManager::Secret': { property: 'Name', limit: 512 },
  'AWS::StepFunctions::StateMachine': { property: 'StateMachineName', limit: 80 },
};

/** Length of the identifiers that API Gateway gives. */
const API_ID_LENGTH = 10;

/**
 * Name that `resource` has in the local cloud: the template's own, or one made from stack and logical id, which is the
 * same at every start so that stored state is found again. `resolve` turns the naming property into a value.
 */
export function physicalName(resource: RawResource, resolve: (value: unknown) => unknown): string {
  const { property, limit } = NAMING[resource.type] ?? { limit: 255 };
  const own = property === undefined ? undefined : resolve(resource.properties[property]);
  if (typeof own === 'string') return own;
  const made = `${resource.stack}-${resource.logicalId}`;
  switch (resource.type) {
    case 'AWS::S3::Bucket':
      return shorten(made.toLowerCase(), limit);
    case 'AWS::SQS::Queue': {
      const suffix = resource.properties.FifoQueue === true ? '.fifo' : '';
      return shorten(made, limit - suffix.length) + suffix;
    }
    case 'AWS::ApiGatewayV2::Api':
    case 'AWS::ApiGatewayV2::Authorizer':
    case 'AWS::ApiGatewayV2::Integration':
    case 'AWS::ApiGatewayV2::Route':
      return hash(made).slice(0, API_ID_LENGTH);
    default:
      return shorten(made, limit);
  }
}

function shorten(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const mark = `-${hash(name).slice(0, 8)}`;
  return name.slice(0, limit - mark.length) + mark;
}

/** Lower-case letters and digits, as in AWS's identifiers. */
function hash(text: string): string {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`).toString(36);
}
