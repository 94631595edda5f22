import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FixedClock } from '../../../../lib/core/clock.ts';
import { create, defineEntity, Table } from '../../../../lib/table/index.ts';

const schema = z.object({ organizationId: z.string(), id: z.string() });
const thing = defineEntity<z.infer<typeof schema>, z.infer<typeof schema>>({
  name: 'thing',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'thing', id }),
  sort: () => ({ kind: 'state', parts: [] }),
});
const [one, two] = ['1', '2'].map((id) => create(thing, { organizationId: 'org_a', id }));

/** A table whose transactions are cancelled for these reasons, member by member. */
function canceledFor(...codes: readonly string[]): Table {
  const client = {
    async send() {
      const reasons = codes.map((Code) => ({ Code }));
      throw Object.assign(new Error('Transaction cancelled'), {
        name: 'TransactionCanceledException',
        CancellationReasons: reasons,
      });
    },
  } as unknown as DynamoDBDocumentClient;
  return new Table({ client, tableName: 'test', clock: new FixedClock(0) });
}

describe('a transaction that is cancelled', () => {
  it.each([
    ['ConditionalCheckFailed', 'None', [one]],
    ['None', 'ConditionalCheckFailed', [two]],
    ['TransactionConflict', 'None', [one]],
    ['TransactionConflict', 'ConditionalCheckFailed', [one, two]],
  ])('for %s and %s is a conflict of those members', async (first, second, conflicts) => {
    expect(await canceledFor(first, second).write([one!, two!])).toEqual({ ok: false, conflicts });
  });

  it.each([
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
    'ValidationError',
    'ItemCollectionSizeLimitExceeded',
  ])('for %s is an outage and throws', async (code) => {
    await expect(canceledFor(code, 'None').write([one!, two!])).rejects.toThrow('Transaction cancelled');
  });
});
