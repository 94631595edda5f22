import { CONVERSE_TASK } from '../../../../lib/engines/models/amazon-task-call.ts';
import { bedrockConverse } from './bedrock.ts';
import { dynamodbIntegrations } from './dynamodb.ts';
import type { Integration } from './integration.ts';
import { lambdaFunction, lambdaInvoke } from './lambda.ts';
import { sqsSendMessage } from './sqs.ts';

const STATES_PREFIX = /^arn:aws:states:::/;

const BY_RESOURCE: ReadonlyMap<string, Integration> = new Map([
  ['lambda:invoke', lambdaInvoke],
  ['lambda:invoke.waitForTaskToken', lambdaInvoke],
  [CONVERSE_TASK.replace(STATES_PREFIX, ''), bedrockConverse],
  ['sqs:sendMessage', sqsSendMessage],
  ['sqs:sendMessage.waitForTaskToken', sqsSendMessage],
  ...Object.entries(dynamodbIntegrations).map(([name, value]): [string, Integration] => [
    `dynamodb:${name}`,
    value,
  ]),
]);

const FUNCTION_ARN = /^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]+(:[\w$-]+)?$/;

/** The integration behind a Task's Resource; undefined when it is not run here. */
export function findIntegration(resource: string): Integration | undefined {
  if (FUNCTION_ARN.test(resource)) return lambdaFunction;
  return STATES_PREFIX.test(resource) ? BY_RESOURCE.get(resource.replace(STATES_PREFIX, '')) : undefined;
}
