import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

/** DynamoDB's answer to a call that it does not understand or that exceeds a limit. */
export function invalid(message: string): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name: 'ValidationException',
    message,
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  });
}
