import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Usage of DynamoDB, in its own units. */
export interface CountedUnits {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const READ = /Get|Query|Scan/;

/** Counts the calls of a client and what they consume; each question starts again at zero. */
export function countUnits(client: DynamoDBDocumentClient): () => CountedUnits {
  let counted = { calls: 0, readUnits: 0, writeUnits: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const reply = await next(args);
      const { ConsumedCapacity: consumed } = reply.output as { ConsumedCapacity?: unknown };
      const units = [consumed].flat().reduce<number>((sum, one) => sum + unitsOf(one), 0);
      counted.calls += 1;
      if (READ.test(String(context.commandName))) counted.readUnits += units;
      else counted.writeUnits += units;
      return reply;
    },
    { step: 'initialize', name: 'countUnits' },
  );
  return () => {
    const before = counted;
    counted = { calls: 0, readUnits: 0, writeUnits: 0 };
    return before;
  };
}

function unitsOf(consumed: unknown): number {
  return typeof consumed === 'object' && consumed !== null && 'CapacityUnits' in consumed
    ? Number(consumed.CapacityUnits)
    : 0;
}
