import { isObject } from '../language/json.ts';
import { StatesError } from '../language/states-error.ts';
import { awsCall } from './aws-call.ts';
import { type Integration, refuseOtherParameters } from './integration.ts';

const PARAMETERS = [
  'QueueUrl',
  'MessageBody',
  'DelaySeconds',
  'MessageAttributes',
  'MessageDeduplicationId',
  'MessageGroupId',
];

/** `arn:aws:states:::sqs:sendMessage`. A MessageBody that is not a string is sent as its JSON text. */
export const sqsSendMessage = Object.freeze<Integration>({
  check: (parameters) => refuseOtherParameters(parameters, PARAMETERS),
  async call(ports, parameters) {
    if (!isObject(parameters)) throw new StatesError('States.Runtime', 'sqs:sendMessage needs Parameters');
    const message = parameters.MessageBody ?? null;
    const MessageBody = typeof message === 'string' ? message : JSON.stringify(message);
    return awsCall(
      ports,
      { service: 'sqs', action: 'SendMessage', body: { ...parameters, MessageBody } },
      { prefix: 'SQS', generic: 'AmazonSQSException' },
    );
  },
});
