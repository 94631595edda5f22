import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { AWS_TIME_LIMITS } from '../core/aws-time-limits.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Ids, ulidIds } from '../core/ids.ts';
import { type Log, powertoolsLog } from '../core/log.ts';
import { Table } from '../table/index.ts';
import { functionName, requireVariable } from './environment.ts';

/** Dependencies of every function. Areas add their own ports to it. */
export interface CoreDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** The dependencies from the environment that the stack sets: TABLE_NAME and the function's name. */
export function coreDeps(): CoreDeps {
  return {
    table: new Table({
      client: DynamoDBDocumentClient.from(new DynamoDBClient(AWS_TIME_LIMITS), {
        marshallOptions: { removeUndefinedValues: true },
      }),
      tableName: requireVariable('TABLE_NAME'),
      clock: systemClock,
    }),
    clock: systemClock,
    ids: ulidIds(systemClock),
    log: powertoolsLog(functionName() ?? 'local'),
  };
}
