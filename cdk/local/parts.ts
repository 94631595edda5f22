import { createDynamoDb } from './dynamodb/index.ts';
import { createEventSources } from './event-sources/index.ts';
import { createInbox } from './inbox/index.ts';
import type { CloudContext, CloudPart } from './ports.ts';
import { createS3 } from './s3/index.ts';
import { schedulerPart } from './scheduler/index.ts';
import { createSecretsManager } from './secrets-manager/index.ts';
import { createSqs } from './sqs/index.ts';
import { stepFunctionsPart } from './step-functions/index.ts';
import { createXRay } from './x-ray/index.ts';

/** Creates the parts of the local cloud; each is passed to `started` as soon as it runs, so that it can be ended. */
export type Parts = (context: CloudContext, started: (part: CloudPart) => void) => Promise<void>;

/** The services beside functions, permissions and the HTTP API. `DYNAMODB_ENDPOINT` points to another DynamoDB. */
export const localParts: Parts = async (context, started) => {
  const dynamoDb = await createDynamoDb({ ...context, dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT });
  started(dynamoDb);
  const sqs = createSqs(context);
  started(sqs);
  started(createSecretsManager(context));
  started(createInbox(context));
  started(createS3(context));
  started(createXRay());
  started(await stepFunctionsPart(context));
  started(await schedulerPart(context));
  started(createEventSources({ ...context, streams: dynamoDb.streams, queues: sqs.queues }));
};
