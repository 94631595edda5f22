import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryServiceTable } from '../../support/memory-dynamodb/service-table.ts';
import { type ServedTable, startServedTable } from '../../support/test-table.ts';
import { comparePrograms, program } from './programs.ts';

describe('the table in memory and the DynamoDB of the local cloud', () => {
  let served: ServedTable;

  beforeAll(async () => {
    served = await startServedTable();
  });
  afterAll(() => served.stop());

  it('answer 300 random programs alike', async () => {
    const compare = comparePrograms(served);
    await expect(
      fc.assert(fc.asyncProperty(program, compare), { numRuns: 300, seed: 32 }),
    ).resolves.toBeUndefined();
  });

  describe.each(['memory', 'served'])('at their limits: %s', (which) => {
    const client = () => (which === 'memory' ? memoryServiceTable().client : served.client);
    const item = (sk: string, bytes: number) => ({
      pk: `limits-${which}`,
      sk,
      data: { text: 'x'.repeat(bytes) },
    });

    it('take an item of 400 KB and refuse a larger one', async () => {
      const db = client();
      // Size of the rest of the item: `pk`, `sk`, `data` and `text`.
      const overhead = 2 + `limits-${which}`.length + 2 + 1 + 4 + 3 + 1 + 4;
      const most = 400 * 1024 - overhead;
      const put = (bytes: number) => db.send(new PutCommand({ TableName: 'test', Item: item('a', bytes) }));
      await expect(put(most)).resolves.toBeDefined();
      await expect(put(most + 1)).rejects.toMatchObject({ name: 'ValidationException' });
    });

    it('give a megabyte a page', async () => {
      const db = client();
      for (const sk of ['a', 'b', 'c', 'd'])
        await db.send(new PutCommand({ TableName: 'test', Item: item(sk, 300_000) }));
      const page = await db.send(
        new QueryCommand({
          TableName: 'test',
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': `limits-${which}` },
        }),
      );
      expect(page.Items?.map(({ sk }) => sk)).toEqual(['a', 'b', 'c']);
      expect(page.LastEvaluatedKey).toEqual({ pk: `limits-${which}`, sk: 'c' });
    });

    it('refuse 101 members of a transaction', async () => {
      const db = client();
      const write = (count: number) =>
        db.send(
          new TransactWriteCommand({
            TransactItems: Array.from({ length: count }, (_, index) => ({
              Put: { TableName: 'test', Item: { pk: `many-${which}`, sk: `${index}` } },
            })),
          }),
        );
      await expect(write(100)).resolves.toBeDefined();
      await expect(write(101)).rejects.toMatchObject({ name: 'ValidationException' });
    });
  });
});
