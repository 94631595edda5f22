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

/** A table whose writes all fail in this way. */
function failingWith(name: string, fields: object = {}): Table {
  const client = {
    async send() {
      throw Object.assign(new Error('The write failed'), { name, ...fields });
    },
  } as unknown as DynamoDBDocumentClient;
  return new Table({ client, tableName: 'test', clock: new FixedClock(0) });
}

/** A table whose transactions are cancelled for these reasons, member by member. */
const canceledFor = (...codes: readonly string[]) =>
  failingWith('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

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
    await expect(canceledFor(code, 'None').write([one!, two!])).rejects.toThrow('The write failed');
  });
});

describe('a write of one item', () => {
  it.each(['ConditionalCheckFailedException', 'TransactionConflictException'])(
    'that fails with %s is a conflict',
    async (name) => {
      expect(await failingWith(name).write([one!])).toEqual({ ok: false, conflicts: [one] });
    },
  );

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'InternalServerError'])(
    'that fails with %s is an outage and throws',
    async (name) => {
      await expect(failingWith(name).write([one!])).rejects.toThrow('The write failed');
    },
  );
});
