import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { isOutage } from '../../../../../lib/platform/core/outage.ts';
import { create, defineEntity, remove, Table } from '../../../../../lib/platform/table/index.ts';

const schema = z.object({ organizationId: z.string(), id: z.string() });
const thing = defineEntity<z.infer<typeof schema>, z.infer<typeof schema>>({
  name: 'thing',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'thing', id }),
  sort: () => ({ kind: 'state', parts: [] }),
});
const [one, two] = ['1', '2'].map((id) => create(thing, { organizationId: 'org_a', id }));

/** A table whose writes fail in these ways, one after another; the last way stays. None = the write succeeds. */
function failingInTurn(failures: readonly (object | undefined)[]): Table & { readonly sent: object[] } {
  const sent: object[] = [];
  const client = {
    async send({ input }: { readonly input: object }) {
      const failure = failures[Math.min(sent.length, failures.length - 1)];
      sent.push(input);
      if (failure) throw Object.assign(new Error('The write failed'), failure);
      return {};
    },
  } as unknown as DynamoDBDocumentClient;
  const clock = new FixedClock(0);
  clock.pause = async () => undefined;
  return Object.assign(new Table({ client, tableName: 'test', clock }), { sent });
}

/** A table whose writes all fail in this way. */
const failingWith = (name: string, fields: object = {}) => failingInTurn([{ name, ...fields }]);

/** A table whose transactions are cancelled for these reasons, member by member. */
const canceledFor = (...codes: readonly string[]) =>
  failingWith('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('a transaction that is cancelled', () => {
  it.each([
    ['ConditionalCheckFailed', 'None', [one]],
    ['None', 'ConditionalCheckFailed', [two]],
    ['TransactionConflict', 'ConditionalCheckFailed', [two]],
  ])('for %s and %s is a conflict of those members', async (first, second, conflicts) => {
    expect(await canceledFor(first, second).write([one!, two!])).toEqual({ ok: false, conflicts });
  });

  it.each(['ValidationError', 'ItemCollectionSizeLimitExceeded'])('for %s throws', async (code) => {
    await expect(canceledFor(code, 'None').write([one!, two!])).rejects.toThrow('The write failed');
  });

  // 47.1.1: the client sends throttled calls again, but no transaction of which one member was throttled.
  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'for %s is sent again, and is an outage when that does not stop',
    async (code) => {
      const throttled = {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: code }, { Code: 'None' }],
      };
      const table = failingInTurn([throttled, throttled, undefined]);
      expect(await table.write([one!, two!])).toEqual({ ok: true });
      expect(table.sent).toHaveLength(3);
      await expect(failingInTurn([throttled]).write([one!, two!])).rejects.toSatisfy(isOutage);
    },
  );

  it('for throttling is a conflict of the members whose condition failed', async () => {
    expect(await canceledFor('ThrottlingError', 'ConditionalCheckFailed').write([one!, two!])).toEqual({
      ok: false,
      conflicts: [two],
    });
  });
});

describe('47.1.1: a deletion of one item', () => {
  const stored = { value: { organizationId: 'org_a', id: '1' }, version: 3 };
  const failed = (attempts: number, Item?: object) =>
    failingInTurn([
      new ConditionalCheckFailedException({
        message: 'The write failed',
        $metadata: { attempts },
        ...(Item ? { Item: Item as never } : {}),
      }),
    ]);

  it('whose answer was lost is done: it was sent again, and the item is gone', async () => {
    expect(await failed(2).write([remove(thing, stored)])).toEqual({ ok: true });
  });

  it('that another writer was ahead of is a conflict', async () => {
    expect((await failed(1).write([remove(thing, stored)])).ok).toBe(false);
    expect((await failed(2, { version: { N: '4' } }).write([remove(thing, stored)])).ok).toBe(false);
  });
});

describe('47.1.1: a batch of reads', () => {
  const keys = [{ organizationId: 'org_a', id: '1' }];
  const table = (replies: readonly object[]) => {
    const sent: object[] = [];
    const client = {
      async send({ input }: { readonly input: object }) {
        sent.push(input);
        return replies[Math.min(sent.length, replies.length) - 1];
      },
    } as unknown as DynamoDBDocumentClient;
    const clock = new FixedClock(0);
    clock.pause = async () => undefined;
    return { sent, table: new Table({ client, tableName: 'test', clock }) };
  };
  const unprocessed = { Responses: {}, UnprocessedKeys: { test: { Keys: [{ pk: 'p', sk: 's' }] } } };

  it('is repeated for the keys that were left out', async () => {
    const { sent, table: throttled } = table([unprocessed, unprocessed, { Responses: { test: [] } }]);
    expect(await throttled.getMany(thing, keys)).toEqual([undefined]);
    expect(sent).toHaveLength(3);
  });

  it('is an outage when that does not stop, instead of going on for ever', async () => {
    await expect(table([unprocessed]).table.getMany(thing, keys)).rejects.toSatisfy(isOutage);
  });
});

describe('a write of one item', () => {
  it('that fails with ConditionalCheckFailedException is a conflict', async () => {
    expect(await failingWith('ConditionalCheckFailedException').write([one!])).toEqual({
      ok: false,
      conflicts: [one],
    });
  });

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'InternalServerError'])(
    'that fails with %s is an outage and throws',
    async (name) => {
      await expect(failingWith(name).write([one!])).rejects.toThrow('The write failed');
    },
  );
});

describe('a write that meets a parallel one on one of its items', () => {
  const met = {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  };
  const metAlone = { name: 'TransactionConflictException' };
  const failed = {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
  };

  it('is sent again: nothing is known of its conditions yet', async () => {
    const table = failingInTurn([met, met, undefined]);
    expect(await table.write([one!, two!])).toEqual({ ok: true });
    expect(table.sent).toHaveLength(3);
  });

  it('is a conflict once a condition fails, of that member alone', async () => {
    expect(await failingInTurn([met, failed]).write([one!, two!])).toEqual({ ok: false, conflicts: [two] });
  });

  it('has the same mark when it is sent again, so that an attempt that did succeed is recognized', async () => {
    const table = failingInTurn([metAlone, undefined]);
    expect(await table.write([one!])).toEqual({ ok: true });
    const [first, second] = table.sent as { readonly Item: { readonly mark: string } }[];
    expect(second!.Item.mark).toBe(first!.Item.mark);
  });

  it.each([met, metAlone])('throws when that does not stop, and never says that it lost', async (failure) => {
    const write = failure === met ? [one!, two!] : [one!];
    await expect(failingInTurn([failure]).write(write)).rejects.toThrow('too often');
  });
});
