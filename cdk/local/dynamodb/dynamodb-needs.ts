import { isRecord, recordsOf, textOf } from '../aws-json.ts';
import type { Need } from '../ports.ts';
import { tableArn, tableOfArn } from './dynamodb-arns.ts';

/** Operations that functions may call; what changes tables is the template's business. */
export const DYNAMODB_OPERATIONS: ReadonlySet<string> = new Set([
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'Query',
  'Scan',
  'BatchGetItem',
  'BatchWriteItem',
  'TransactGetItems',
  'TransactWriteItems',
  'DescribeTable',
  'DescribeTimeToLive',
  'ListTables',
]);

/** Operations after which a stream may have a new record. */
export const DYNAMODB_WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]);

/** The IAM action behind each kind of item of a transaction. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** What a caller's policy must allow for a DynamoDB call, as AWS asks: per item of a transaction, per index. */
export function dynamoDbNeeds(operation: string, input: Readonly<Record<string, unknown>>): readonly Need[] {
  const on = (action: string, table: unknown, index?: unknown): Need => {
    const base = tableArn(tableOfArn(textOf(table) ?? ''));
    return {
      action: `dynamodb:${action}`,
      resource: textOf(index) === undefined ? base : `${base}/index/${index}`,
    };
  };
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return distinct(
        recordsOf(input.TransactItems).flatMap((item) =>
          Object.entries(item).map(([kind, part]) =>
            on(TRANSACTION_ACTIONS[kind] ?? kind, isRecord(part) ? part.TableName : undefined),
          ),
        ),
      );
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(isRecord(input.RequestItems) ? input.RequestItems : {}).map((table) =>
        on(operation, table),
      );
    case 'Query':
    case 'Scan':
      return [on(operation, input.TableName, input.IndexName)];
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*' }];
    default:
      return [on(operation, input.TableName)];
  }
}

function distinct(needs: readonly Need[]): readonly Need[] {
  return [...new Map(needs.map((need) => [`${need.action} ${need.resource}`, need])).values()];
}
