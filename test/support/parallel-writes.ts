import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './test-table.ts';

/**
 * Lets every other transaction meet a parallel one on its items first, as DynamoDB reports it: nothing is written, and
 * the next try decides.
 */
export function meetParallelWrites({ client }: Pick<TestTable, 'client'>): void {
  let transactions = 0;
  client.middlewareStack.add(
    (next, context) => async (call) => {
      transactions += context.commandName === TransactWriteCommand.name ? 1 : 0;
      if (context.commandName !== TransactWriteCommand.name || transactions % 2 === 0) return next(call);
      throw Object.assign(new Error('Transaction cancelled'), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    },
    { step: 'initialize', priority: 'high' },
  );
}

/** What ten requests at once are answered: how many with each status and, of refusals, which code. */
export async function tenAtOnce(
  request: (
    index: number,
  ) => Promise<{ readonly status: number; readonly json: { error?: { code: string } } }>,
): Promise<Readonly<Record<string, number>>> {
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => request(index)));
  const answers: Record<string, number> = {};
  for (const { status, json } of replies) {
    const answer = json.error ? `${status} ${json.error.code}` : String(status);
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
}
