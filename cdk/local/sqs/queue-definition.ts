import { isRecord, numberOf, textOf } from '../aws-json.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Resource, type ResourceType } from '../ports.ts';

/** Settings of a queue in the template; times in milliseconds. */
export interface QueueDefinition {
  readonly name: string;
  readonly visibilityTimeoutMs: number;
  readonly retentionMs: number;
  readonly delayMs: number;
  readonly waitMs: number;
  readonly maximumBytes: number;
  readonly redrive: { readonly queue: string; readonly maxReceiveCount: number } | undefined;
}

/** Largest message, and largest batch: 1 MiB, as on AWS since August 2025. */
export const MAXIMUM_MESSAGE_BYTES = 1_048_576;

const NO_TAGS = { ignored: 'nothing reads tags locally' };
const ENCRYPTION = { ignored: 'the data directory is as safe as its disk' };
const POLICY = {
  ignored: 'calls come from functions over loopback, and the policies of their roles decide on them',
};

/** ARN of a queue of the local cloud. */
export function queueArn(name: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
}

/** Name in a queue's ARN or URL. */
export function queueNameOf(arnOrUrl: string): string {
  return arnOrUrl.slice(Math.max(arnOrUrl.lastIndexOf(':'), arnOrUrl.lastIndexOf('/')) + 1);
}

/** `AWS::SQS::Queue` and `AWS::SQS::QueuePolicy`. `made` is called with each queue; `urlOf` returns its address. */
export function queueResources(dependencies: {
  readonly urlOf: (name: string) => string;
  readonly made: (queue: QueueDefinition) => void;
}): readonly ResourceType[] {
  const queue: ResourceType = {
    type: 'AWS::SQS::Queue',
    phase: 'storage',
    properties: {
      QueueName: 'used',
      VisibilityTimeout: 'used',
      MessageRetentionPeriod: 'used',
      DelaySeconds: 'used',
      ReceiveMessageWaitTimeSeconds: 'used',
      MaximumMessageSize: 'used',
      'RedrivePolicy.deadLetterTargetArn': 'used',
      'RedrivePolicy.maxReceiveCount': 'used',
      RedriveAllowPolicy: POLICY,
      KmsMasterKeyId: ENCRYPTION,
      KmsDataKeyReusePeriodSeconds: ENCRYPTION,
      SqsManagedSseEnabled: ENCRYPTION,
      Tags: NO_TAGS,
    },
    ref: ({ physicalName }) => dependencies.urlOf(physicalName),
    attributes: ({ physicalName }) => ({
      Arn: queueArn(physicalName),
      QueueName: physicalName,
      QueueUrl: dependencies.urlOf(physicalName),
    }),
    create: async (resource) => dependencies.made(queueDefinitionOf(resource)),
  };
  const policy: ResourceType = {
    type: 'AWS::SQS::QueuePolicy',
    phase: 'wiring',
    properties: { PolicyDocument: POLICY, Queues: POLICY },
    ref: ({ physicalName }) => physicalName,
    attributes: ({ physicalName }) => ({ Id: physicalName }),
  };
  return [Object.freeze(queue), Object.freeze(policy)];
}

function queueDefinitionOf({ physicalName, logicalId, properties }: Resource): QueueDefinition {
  const seconds = (name: string, fallback: number, most: number) => {
    const value = properties[name] === undefined ? fallback : numberOf(properties[name]);
    if (value === undefined || value < 0 || value > most) {
      throw new Error(`${logicalId}: ${name} must be from 0 to ${most} seconds, got ${properties[name]}`);
    }
    return value * 1000;
  };
  const redrive = isRecord(properties.RedrivePolicy) ? properties.RedrivePolicy : undefined;
  return {
    name: physicalName,
    visibilityTimeoutMs: seconds('VisibilityTimeout', 30, 43_200),
    retentionMs: seconds('MessageRetentionPeriod', 345_600, 1_209_600),
    delayMs: seconds('DelaySeconds', 0, 900),
    waitMs: seconds('ReceiveMessageWaitTimeSeconds', 0, 20),
    maximumBytes: numberOf(properties.MaximumMessageSize) ?? MAXIMUM_MESSAGE_BYTES,
    redrive: redrive && {
      queue: queueNameOf(textOf(redrive.deadLetterTargetArn) ?? ''),
      maxReceiveCount: numberOf(redrive.maxReceiveCount) ?? 10,
    },
  };
}
