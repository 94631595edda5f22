import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { CREDENTIAL_PARTITIONS, KEY_USE_PARTITIONS } from '../../lib/people/tenancy/index.ts';
import {
  CREDENTIALS_PREFIX_VARIABLE,
  functionVariable,
  type Grants,
  MAP_KEY_VARIABLE,
  machineVariable,
  queueVariable,
  secretVariable,
} from '../../lib/platform/runtime/index.ts';
import { TABLE_SHAPE } from '../../lib/platform/table/index.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';

type Conditions = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Permissions of a function's role. */
export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Allows under these conditions alone. */
  readonly allowsWhen?: Conditions;
  /** Denies under these conditions, instead of allowing. */
  readonly deniesWhen?: Conditions;
}

/** What a grant gives a function. */
export interface Given {
  readonly statements: readonly Statement[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Where the function is. */
interface Place {
  readonly surroundings: Surroundings;
  readonly names: Names;
  readonly stack: Stack;
}

type Rule<Key extends keyof Grants> = (granted: NonNullable<Grants[Key]>, place: Place) => Given;

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const;
const WRITES = ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'] as const;

/** One rule for each field of `Grants`: a new grant needs a field there and a rule here. */
const RULES: { readonly [Key in keyof Required<Grants>]: Rule<Key> } = {
  table: (access, { surroundings: { table } }) => ({
    variables: { TABLE_NAME: table.tableName },
    statements: [
      {
        actions: [...READS],
        resources: [
          table.tableArn,
          ...[TABLE_SHAPE.list, TABLE_SHAPE.lookup].map(
            ({ indexName }) => `${table.tableArn}/index/${indexName}`,
          ),
        ],
      },
      ...(access === 'readWrite'
        ? [
            {
              actions: [...WRITES],
              resources: [table.tableArn],
            },
          ]
        : []),
    ],
  }),

  // The rights of `table`; functions without it are denied them below.
  keyCredentials: () => ({ statements: [] }),

  notesKeyUses: (_, { surroundings: { table } }) => ({
    statements: [
      {
        actions: ['dynamodb:PutItem'],
        resources: [table.tableArn],
        allowsWhen: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [KEY_USE_PARTITIONS] } },
      },
    ],
  }),

  scansTable: (_, { surroundings: { table } }) => ({
    statements: [{ actions: ['dynamodb:Scan'], resources: [table.tableArn] }],
  }),

  bucket: (access, { surroundings: { bucket } }) => ({
    variables: { BUCKET_NAME: bucket.bucketName },
    statements: [
      // Without the right to list, S3 reports an absent object as access denied.
      { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
      {
        actions: [
          's3:GetObject',
          // Files with a deletion date are created with a tag, which needs its own right.
          ...(access === 'readWrite' ? ['s3:PutObject', 's3:PutObjectTagging', 's3:DeleteObject'] : []),
        ],
        resources: [`${bucket.bucketArn}/*`],
      },
    ],
  }),

  namesBucket: (_, { surroundings: { bucket } }) => ({
    variables: { BUCKET_NAME: bucket.bucketName },
    statements: [],
  }),

  starts: (machines, { names }) => ({
    variables: Object.fromEntries(machines.map((one) => [machineVariable(one), names.machineArn(one.name)])),
    statements: machines.map(({ name }) => ({
      actions: ['states:StartExecution'],
      resources: [names.machineArn(name)],
    })),
  }),

  runs: (machines, { names }) => ({
    variables: Object.fromEntries(machines.map((one) => [machineVariable(one), names.machineArn(one.name)])),
    statements: machines.map(({ name }) => ({
      actions: ['states:StartSyncExecution'],
      resources: [names.machineArn(name)],
    })),
  }),

  stops: (machines, { names }) => ({
    variables: Object.fromEntries(machines.map((one) => [machineVariable(one), names.machineArn(one.name)])),
    statements: machines.map(({ name }) => ({
      actions: ['states:StopExecution'],
      // Executions are resources of their own; their ARN is the machine's with another noun, and any name.
      resources: [`${names.machineArn(name).replace(':stateMachine:', ':execution:')}:*`],
    })),
  }),

  secrets: (secrets, { surroundings }) => ({
    variables: Object.fromEntries(
      secrets.map((secret) => [secretVariable(secret), surroundings.secretArn(secret.name)]),
    ),
    statements: secrets.map(({ name }) => ({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [surroundings.secretArn(name)],
    })),
  }),

  credentials: (access, { surroundings: { prefix }, stack }) => ({
    variables: { [CREDENTIALS_PREFIX_VARIABLE]: `${prefix}/credentials/` },
    statements: [
      {
        actions: [
          'secretsmanager:GetSecretValue',
          ...(access === 'readWrite'
            ? ['secretsmanager:CreateSecret', 'secretsmanager:PutSecretValue', 'secretsmanager:DeleteSecret']
            : []),
        ],
        resources: [
          stack.formatArn({
            service: 'secretsmanager',
            resource: 'secret',
            resourceName: `${prefix}/credentials/*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      },
    ],
  }),

  sends: (workers, { names }) => ({
    variables: Object.fromEntries(workers.map((worker) => [queueVariable(worker), names.queueUrl(worker)])),
    statements: [
      { actions: ['sqs:SendMessage'], resources: workers.map((worker) => names.queueArn(worker)) },
    ],
  }),

  schedules: (workers, { names, stack }) => ({
    variables: {
      SCHEDULE_GROUP: names.scheduleGroup(),
      SCHEDULE_ROLE_ARN: names.scheduleRoleArn(),
      ...Object.fromEntries(workers.map((worker) => [functionVariable(worker), names.functionArn(worker)])),
    },
    statements: [
      {
        actions: [
          'scheduler:CreateSchedule',
          'scheduler:UpdateSchedule',
          'scheduler:DeleteSchedule',
          'scheduler:GetSchedule',
        ],
        resources: [
          stack.formatArn({
            service: 'scheduler',
            resource: 'schedule',
            resourceName: `${names.scheduleGroup()}/*`,
          }),
        ],
      },
      { actions: ['iam:PassRole'], resources: [names.scheduleRoleArn()] },
    ],
  }),

  geocodes: (_, { stack: { partition, region } }) => ({
    statements: [
      {
        actions: ['geo-places:Geocode', 'geo-places:GetPlace'],
        resources: [`arn:${partition}:geo-places:${region}::provider/default`],
      },
    ],
  }),

  readsMapKey: (_, { surroundings: { mapKeyName }, stack }) =>
    mapKeyName === undefined
      ? { statements: [] }
      : {
          variables: { [MAP_KEY_VARIABLE]: mapKeyName },
          statements: [
            {
              actions: ['geo:DescribeKey'],
              resources: [stack.formatArn({ service: 'geo', resource: 'api-key', resourceName: mapKeyName })],
            },
          ],
        },

  measuresRoutes: (_, { stack: { partition, region } }) => ({
    statements: [
      {
        actions: ['geo-routes:CalculateRoutes', 'geo-routes:CalculateRouteMatrix'],
        resources: [`arn:${partition}:geo-routes:${region}::provider/default`],
      },
    ],
  }),

  sendsEmail: (_, { stack }) => ({
    statements: [
      {
        actions: ['ses:SendEmail'],
        resources: ['identity', 'configuration-set'].map((resource) =>
          stack.formatArn({ service: 'ses', resource, resourceName: '*' }),
        ),
      },
    ],
  }),

  sendsTexts: (_, { stack }) => ({
    statements: [
      {
        actions: ['sms-voice:SendTextMessage'],
        resources: ['phone-number', 'sender-id', 'pool'].map((resource) =>
          stack.formatArn({ service: 'sms-voice', resource, resourceName: '*' }),
        ),
      },
    ],
  }),

  sendsChats: (_, { stack }) => ({
    statements: [
      {
        actions: ['social-messaging:SendWhatsAppMessage'],
        resources: [
          stack.formatArn({ service: 'social-messaging', resource: 'phone-number-id', resourceName: '*' }),
        ],
      },
    ],
  }),

  models: (_, { stack, surroundings: { prefix } }) => {
    // For the endpoint that the setting `modelEndpoint` names; the operator creates it.
    const keySecret = `${prefix}-model-key`;
    return {
      variables: { MODEL_KEY_SECRET: keySecret },
      statements: [
        askModels(stack),
        {
          actions: ['secretsmanager:GetSecretValue'],
          resources: [
            stack.formatArn({
              service: 'secretsmanager',
              resource: 'secret',
              resourceName: `${keySecret}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          ],
        },
      ],
    };
  },
};

/** The right to ask models of Amazon Bedrock. */
export function askModels({ partition, region, account }: Stack) {
  return {
    actions: ['bedrock:InvokeModel'],
    resources: [
      // An inference profile forwards the call to a model in a region that it chooses.
      `arn:${partition}:bedrock:*::foundation-model/*`,
      `arn:${partition}:bedrock:${region}:${account}:inference-profile/*`,
    ],
  };
}

/** Everything that `uses` gives a function in this place. */
export function givenBy(uses: Grants, scope: Construct, surroundings: Surroundings): readonly Given[] {
  const place = { surroundings, names: new Names(scope, surroundings.prefix), stack: Stack.of(scope) };
  return [
    ...(Object.keys(uses) as (keyof Grants)[]).flatMap((key) => given(key, uses, place)),
    ...(uses.table && !uses.keyCredentials ? [withoutCredentials(place)] : []),
  ];
}

/** Denies a function with the table access to the credentials in it. */
function withoutCredentials({ surroundings: { table } }: Place): Given {
  return {
    statements: [
      {
        actions: [...READS, ...WRITES],
        resources: [table.tableArn],
        deniesWhen: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [CREDENTIAL_PARTITIONS] } },
      },
    ],
  };
}

function given<Key extends keyof Grants>(key: Key, uses: Grants, place: Place): readonly Given[] {
  const granted = uses[key];
  return granted ? [RULES[key](granted, place)] : [];
}
