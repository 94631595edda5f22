import { join } from 'node:path';
import { createDynamoDb } from './dynamodb/index.ts';
import type { CloudContext, CloudPart, CloudState } from './ports.ts';
import { createSqs } from './sqs/index.ts';
import { createStepFunctions } from './step-functions/index.ts';

/** Makes the parts of the local cloud; each is handed to `started` as soon as it runs, so that it can be ended. */
export type Parts = (context: CloudContext, started: (part: CloudPart) => void) => Promise<void>;

/** Running executions that the status page lists. */
const LISTED_EXECUTIONS = 100;

/**
 * The services beside functions, permissions and the HTTP API. `DYNAMODB_ENDPOINT` points at a DynamoDB that somebody
 * else runs.
 */
export const localParts: Parts = async (context, started) => {
  const dynamoDb = await createDynamoDb({ ...context, dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT });
  started(dynamoDb);
  const sqs = createSqs(context);
  started(sqs);
  started(stepFunctionsPart(context));
};

function stepFunctionsPart(context: CloudContext): CloudPart {
  const { dataDirectory } = context;
  const databasePath =
    dataDirectory === undefined ? ':memory:' : join(dataDirectory, 'step-functions.sqlite');
  const stepFunctions = createStepFunctions({ ...context, databasePath });
  return {
    resourceTypes: stepFunctions.resourceTypes,
    services: [stepFunctions.service],
    begin: async () => stepFunctions.start(),
    async state(): Promise<CloudState> {
      return {
        executions: stepFunctions.statusOf(LISTED_EXECUTIONS).running.map((execution) => {
          const wakes = execution.states.flatMap(({ wakeMs }) => (wakeMs === undefined ? [] : [wakeMs]));
          return {
            arn: execution.arn,
            stateMachine: execution.stateMachine,
            state: execution.states.map(({ name, phase }) => `${name} (${phase})`).join(', '),
            startedAt: new Date(execution.startMs).toISOString(),
            ...(wakes.length > 0 && { wakesAt: new Date(Math.min(...wakes)).toISOString() }),
          };
        }),
      };
    },
    stop: () => stepFunctions.service.stop(),
  };
}
