/** Statements of the AWS managed policies that the local cloud knows, by ARN: actions on all resources. */
export const MANAGED_POLICIES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': [
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ],
  'arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole': [
    'sqs:ReceiveMessage',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ],
  'arn:aws:iam::aws:policy/service-role/AWSLambdaDynamoDBExecutionRole': [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'logs:CreateLogGroup',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ],
  'arn:aws:iam::aws:policy/AWSXRayDaemonWriteAccess': [
    'xray:PutTraceSegments',
    'xray:PutTelemetryRecords',
    'xray:GetSamplingRules',
    'xray:GetSamplingTargets',
    'xray:GetSamplingStatisticSummaries',
  ],
});
