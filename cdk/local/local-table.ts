import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { OPERATOR_ACCESS_KEY } from './aws-endpoint/answer-aws-calls.ts';
import { LOCAL_REGION } from './ports.ts';

/** A table's name and the client that reaches it. */
export interface TablePlace {
  readonly tableName: string;
  readonly client: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;
}

/** The table of the local cloud whose AWS endpoint is `awsEndpoint`, for the person at the laptop. */
export function localTable(awsEndpoint: string, tableName: string): TablePlace {
  const credentials = { accessKeyId: OPERATOR_ACCESS_KEY, secretAccessKey: 'local' };
  return { tableName, client: { endpoint: awsEndpoint, region: LOCAL_REGION, credentials } };
}
