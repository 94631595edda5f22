import { TABLE_SHAPE } from '../../../lib/platform/table/key.ts';
import { isRecord, recordsOf, textOf } from '../aws-json.ts';
import type { Need } from '../ports.ts';
import { tableArn, tableOfArn } from './dynamodb-arns.ts';

/** Operations that functions may call; only the template changes tables. */
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

/**
 * What a caller's policy must allow for a DynamoDB call, as on AWS: per item of a transaction, per index, and per
 * partition key, which policies call the leading key.
 */
export function dynamoDbNeeds(operation: string, input: Readonly<Record<string, unknown>>): readonly Need[] {
  const on = (action: string, table: unknown, key?: string, index?: unknown): Need => {
    const base = tableArn(tableOfArn(textOf(table) ?? ''));
    return {
      action: `dynamodb:${action}`,
      resource: textOf(index) === undefined ? base : `${base}/index/${index}`,
      ...(key === undefined ? {} : { context: { 'dynamodb:LeadingKeys': key } }),
    };
  };
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return distinct(
        recordsOf(input.TransactItems).flatMap((item) =>
          Object.entries(item).map(([kind, part]) =>
            on(
              TRANSACTION_ACTIONS[kind] ?? kind,
              isRecord(part) ? part.TableName : undefined,
              leadingKey(part),
            ),
          ),
        ),
      );
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return distinct(
        Object.entries(isRecord(input.RequestItems) ? input.RequestItems : {}).flatMap(([table, asked]) =>
          [undefined, ...batchedItems(asked)].map((item) => on(operation, table, leadingKey(item))),
        ),
      );
    case 'Query':
    case 'Scan':
      return [on(operation, input.TableName, queriedKey(input), input.IndexName)];
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*' }];
    default:
      return [on(operation, input.TableName, leadingKey(input))];
  }
}

/** The partition key of an item or a key in a call; undefined when it is missing or not a string. */
function leadingKey(part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  const key = [part.Key, part.Item, part].find(isRecord)?.[TABLE_SHAPE.partitionKey];
  return isRecord(key) ? textOf(key.S) : undefined;
}

/** The parts of a batch for one table: keys, or writes with a key or an item each. */
function batchedItems(asked: unknown): readonly unknown[] {
  if (isRecord(asked)) return recordsOf(asked.Keys);
  return recordsOf(asked).flatMap((request) => Object.values(request));
}

/** The partition key that a query names: the value of the first equation. */
function queriedKey({
  KeyConditionExpression,
  ExpressionAttributeValues,
}: Readonly<Record<string, unknown>>): string | undefined {
  const [, name = ''] = /=\s*(:\w+)/.exec(textOf(KeyConditionExpression) ?? '') ?? [];
  const value = isRecord(ExpressionAttributeValues) ? ExpressionAttributeValues[name] : undefined;
  return isRecord(value) ? textOf(value.S) : undefined;
}

function distinct(needs: readonly Need[]): readonly Need[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}
